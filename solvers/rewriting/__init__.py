"""Problems made from problems, for backends: parts, components, orbits, normal forms. No backend is imported here."""
