"""Making and checking certificates of counts, for users and for runs."""
