"""Certificates of counts, as people and runs make and check them."""
