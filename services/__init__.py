"""Services between the store and the door, one package for each capability."""
