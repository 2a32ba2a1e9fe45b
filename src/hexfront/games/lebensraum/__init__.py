"""Lebensraum! with West Front: the war in Europe by armies, leaders and economies. Being written; not on offer yet."""
