"""What is asked: cases, and the plans that list them."""
