"""The war at sea: ships, voyages, search and combat, carriage, landings, convoys."""
