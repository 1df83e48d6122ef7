"""Pictures of covers (text, text with borders and colours, SVG), of all covers together, and of searches (SVG, GIF)."""
