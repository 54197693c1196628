"""What the pages are made of: the Markdown of `spec/`, and pages that are made from data."""
