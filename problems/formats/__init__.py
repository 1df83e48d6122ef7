"""One small file a format. A reader takes the text and the file's name, which its refusals start with."""
