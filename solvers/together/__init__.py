"""Backends made of backends: choose one (auto), race several, share a search between processes, or watch one."""
