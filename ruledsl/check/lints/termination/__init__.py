"""What would not come to an end, or not while anybody waits."""
