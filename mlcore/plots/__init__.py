"""What several lectures draw with: the decorator `figure`, the kinds of data, and verbs for what is drawn often."""
