"""For those who do not run Stele: the verifier, the clients, the laws, the research door."""
