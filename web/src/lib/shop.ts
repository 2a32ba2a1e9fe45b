/** A choice between purchases, as a shop: what can be had, and which purchase a basket is. */

import type { Legal, Ware } from '../protocol/types';

const counts = (legal: Legal): number[] => (legal.option.basket ?? []).map((ware) => ware.count);

export class Basket {
  readonly wares: readonly Ware[];
  private readonly all: readonly { legal: Legal; counts: readonly number[] }[];

  constructor(purchases: readonly Legal[]) {
    this.wares = purchases[0]?.option.basket ?? [];
    this.all = purchases.map((legal) => ({ legal, counts: counts(legal) }));
  }

  /** How many things are bought at most. */
  get total(): number {
    return Math.max(0, ...this.all.map((each) => each.counts.reduce((sum, n) => sum + n, 0)));
  }

  price(basket: readonly number[]): number {
    return this.wares.reduce((sum, ware, i) => sum + (ware.price ?? 0) * (basket[i] ?? 0), 0);
  }

  /** The purchase that is exactly this basket. */
  find(basket: readonly number[]): Legal | null {
    return this.all.find((each) => each.counts.every((n, i) => n === basket[i]))?.legal ?? null;
  }

  /** Whether one more of a ware still leads to a purchase that can be made. */
  leadsOn(basket: readonly number[], i: number): boolean {
    const more = basket.map((n, k) => (k === i ? n + 1 : n));
    return this.all.some((each) => each.counts.every((n, k) => n >= (more[k] ?? 0)));
  }
}
