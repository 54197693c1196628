"""What the pages are made of: the Markdown of `spec/`, and pages that are written from data when they are built."""
