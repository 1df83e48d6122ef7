"""Whether and how the pieces of a packing come apart."""
