import { describe, expect, it } from 'vitest';
import { Basket } from '../src/lib/shop';
import type { Legal } from '../src/protocol/types';

const PRICES = { Blitz: 4, Assault: 3, Hold: 1 };
const purchase = (id: number, ...counts: number[]): Legal => ({
  id,
  do: { counts },
  option: {
    label: counts.join(' '),
    basket: Object.entries(PRICES).map(([label, price], i) => ({ label, price, count: counts[i]! })),
  },
});

describe('a shop', () => {
  // Two orders for at most five points.
  const shop = new Basket([purchase(1, 1, 0, 1), purchase(2, 0, 1, 1), purchase(3, 0, 0, 2)]);

  it('knows what is bought and what it costs', () => {
    expect(shop.total).toBe(2);
    expect(shop.price([1, 0, 1])).toBe(5);
    expect(shop.find([0, 1, 1])?.id).toBe(2);
    expect(shop.find([0, 1, 0])).toBeNull();
  });

  it('offers one more only where that leads to a purchase', () => {
    expect(shop.leadsOn([0, 0, 0], 0)).toBe(true);
    expect(shop.leadsOn([1, 0, 0], 2)).toBe(true);
    expect(shop.leadsOn([1, 0, 0], 1)).toBe(false); // seven points
    expect(shop.leadsOn([1, 0, 1], 2)).toBe(false); // three orders
  });
});
