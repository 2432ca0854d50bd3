"""What leaves the checkout: the package and the container."""
