"""What people read and write: numbers, and names in their order."""
