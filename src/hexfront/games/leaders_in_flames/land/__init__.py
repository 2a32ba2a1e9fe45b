"""The land war: movement, zones, supply, rail, overrun, combat, retreat, advance, reorganisation."""
