"""The report as one HTML file, and the pictures of covers in it."""
