/** What is laid over the map, and what is taken off it. */

export class Layers {
  on = $state.raw<ReadonlySet<string>>(new Set());
  hideCounters = $state(false);
  terrainOnly = $state(false);
  front = $state(false);

  toggle(overlay: string): void {
    const next = new Set(this.on);
    if (!next.delete(overlay)) next.add(overlay);
    this.on = next;
  }
}
