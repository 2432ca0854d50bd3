"""SDK, for use without running Stele: the verifier, the clients, the law tests, the research environments."""
