"""Backends made of backends: choose one (auto), race several, or share a search between processes."""
