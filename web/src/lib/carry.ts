/** A plan on its way from an analysis board to its match. */

import type { Plan } from '../protocol/types';

let carried: Plan | null = null;

export const carry = {
  put(plan: Plan): void {
    carried = plan;
  },
  take(match: string): Plan | null {
    if (carried?.match !== match) return null;
    const plan = carried;
    carried = null;
    return plan;
  },
};
