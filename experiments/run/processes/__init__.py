"""The processes of a case: found, counted, limited, stopped, and ended."""
