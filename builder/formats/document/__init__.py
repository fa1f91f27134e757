"""What readers of documents share: archives, tables, styling, and text that is a paper."""
