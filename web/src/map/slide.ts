/** A counter that slides from place to place, one leg after the other, so that a path can be followed by eye. */

export interface Spot {
  x: number;
  y: number;
  still: boolean;
  /** How long a leg takes, in milliseconds; its own measure where nothing is said. */
  leg?: number;
}

/**
 * The counter is drawn where it belongs; while it slides, a transform holds it back. At rest it has none, which
 * keeps hundreds of counters cheap to pan and zoom.
 */
export function slide(node: SVGGElement, spot: Spot) {
  let home = spot;
  let seen = spot;
  let legs: Spot[] = [];
  let running: Animation | null = null;

  const held = (from: Spot) =>
    `translate(${(from.x - home.x).toFixed(1)}px, ${(from.y - home.y).toFixed(1)}px)`;

  function next(): void {
    const to = legs.shift();
    if (!to) {
      running = null;
      return;
    }
    const from = seen;
    seen = to;
    running = node.animate([{ transform: held(from) }, { transform: held(to) }], {
      duration: to.leg ?? (legs.length > 2 ? 80 : 190),
      easing: legs.length ? 'linear' : 'cubic-bezier(0.2, 0.6, 0.3, 1)',
    });
    running.onfinish = next;
  }

  return {
    update(to: Spot) {
      if (to.x === home.x && to.y === home.y) return;
      const from = running ? seen : home;
      home = to;
      if (to.still || typeof node.animate !== 'function') {
        running?.cancel();
        running = null;
        legs = [];
        seen = to;
        return;
      }
      legs.push(to);
      if (running) {
        // The drawing has moved on under a leg that is still being walked: end that leg here.
        running.onfinish = null;
        running.cancel();
      }
      seen = from;
      next();
    },
    destroy() {
      running?.cancel();
    },
  };
}
