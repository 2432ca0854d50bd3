"""The pages' HTML and files."""
