/** A counter that slides from place to place, one leg after the other, so that a path can be followed by eye. */

export interface Spot {
  x: number;
  y: number;
  still: boolean;
}

const place = (spot: Spot) => `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px)`;

export function slide(node: SVGGElement, spot: Spot) {
  let now = spot;
  let legs: Spot[] = [];
  let running: Animation | null = null;
  node.style.transform = place(spot);

  function next(): void {
    const to = legs.shift();
    if (!to) {
      running = null;
      return;
    }
    const from = now;
    now = to;
    running = node.animate([{ transform: place(from) }, { transform: place(to) }], {
      duration: legs.length > 2 ? 80 : 190,
      easing: legs.length ? 'linear' : 'cubic-bezier(0.2, 0.6, 0.3, 1)',
    });
    running.onfinish = next;
  }

  return {
    update(to: Spot) {
      const last = legs[legs.length - 1] ?? now;
      if (to.x === last.x && to.y === last.y) return;
      node.style.transform = place(to);
      if (to.still || typeof node.animate !== 'function') {
        running?.cancel();
        legs = [];
        running = null;
        now = to;
        return;
      }
      legs.push(to);
      if (!running) next();
    },
    destroy() {
      running?.cancel();
    },
  };
}
