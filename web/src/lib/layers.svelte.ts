/** What is laid over the map, and what is taken off it. */

export class Layers {
  on = $state.raw<ReadonlySet<string>>(new Set());
  hideCounters = $state(false);
  terrainOnly = $state(false);
  /** The front of history, and the line between the sides now. */
  front = $state(false);
  line = $state(true);

  toggle(overlay: string): void {
    const next = new Set(this.on);
    if (!next.delete(overlay)) next.add(overlay);
    this.on = next;
  }
}
