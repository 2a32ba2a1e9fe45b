/** A plan on its way from an analysis board to its match. */

import type { TriedPlan } from '../protocol/types';

let carried: TriedPlan | null = null;

export const carry = {
  put(plan: TriedPlan): void {
    carried = plan;
  },
  take(match: string): TriedPlan | null {
    if (carried?.match !== match) return null;
    const plan = carried;
    carried = null;
    return plan;
  },
};
