"""One small file a family: a size in its own notation -> a problem, with its published counts."""
