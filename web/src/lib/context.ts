/** What panels can ask of the page they are on. */

import { getContext, setContext } from 'svelte';

export interface Desk {
  /** Opens the rules at a case. */
  openRule(rule: string): void;
  /** Centres the map on a hex. */
  show(at: string): void;
}

const KEY = Symbol('desk');

export const provideDesk = (desk: Desk): void => {
  setContext(KEY, desk);
};
export const useDesk = (): Desk | undefined => getContext<Desk | undefined>(KEY);
