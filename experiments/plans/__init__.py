"""Cases, and the plans that list them."""
