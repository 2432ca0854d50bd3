"""SDK, for use without running Stele: the verifier, the clients, the laws, the research environments."""
