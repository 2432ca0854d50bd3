"""The verifier in one file, for those who do not run Stele."""
