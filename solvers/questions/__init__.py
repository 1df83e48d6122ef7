"""Questions besides listing and counting, one file each; every answer can be checked without the code that found it."""
