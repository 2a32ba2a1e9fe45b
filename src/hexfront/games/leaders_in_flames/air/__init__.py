"""The air war: where aircraft stand, how far they fly, missions, the fight in the air, and what bombs do."""
