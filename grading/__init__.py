"""Is this revision better than its champion? Pairwise judges behind a gate that may be watched."""
