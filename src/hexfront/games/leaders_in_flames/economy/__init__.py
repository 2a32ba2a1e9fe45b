"""Production: build points, force pools, the production circle, arrivals."""
