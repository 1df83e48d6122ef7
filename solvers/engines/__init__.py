"""Our own compiled engines: dancing links, bitsets, the counter, and how kernels are compiled."""
