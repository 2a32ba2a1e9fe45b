/** What a person prefers, kept in this browser. */

import { forFinger } from './strings';

export type Theme = 'auto' | 'light' | 'dark';

interface Stored {
  theme: Theme;
  motion: 'auto' | 'full' | 'none';
  replaySpeed: number;
  /** What of the other side's turn is shown at a pace: all of it, its battles, or nothing. */
  film: 'all' | 'battles' | 'off';
  filmSpeed: number;
  hexNumbers: boolean;
  /** Whether a match introduces itself when it is first opened. */
  briefings: boolean;
  sound: boolean;
  /** Whether a phase asks again before it is ended with units that could still act. */
  warnings: boolean;
  tips: boolean;
}

const STORE = 'hexfront.prefs';
const DEFAULTS: Stored = {
  theme: 'auto',
  motion: 'auto',
  replaySpeed: 2,
  film: 'all',
  filmSpeed: 1,
  hexNumbers: true,
  briefings: true,
  sound: false,
  warnings: true,
  tips: true,
};

function read(): Stored {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<Stored>) };
  } catch {
    return { ...DEFAULTS };
  }
}

function asks(query: string): MediaQueryList | null {
  return typeof matchMedia === 'function' ? matchMedia(query) : null;
}

class Prefs {
  stored = $state<Stored>(read());
  private systemDark = $state(asks('(prefers-color-scheme: dark)')?.matches ?? false);
  private systemStill = $state(asks('(prefers-reduced-motion: reduce)')?.matches ?? false);
  narrow = $state(asks('(max-width: 760px)')?.matches ?? false);
  /** Whether the screen is touched rather than pointed at. */
  touch = $state(asks('(pointer: coarse)')?.matches ?? false);

  constructor() {
    asks('(prefers-color-scheme: dark)')?.addEventListener('change', (e) => (this.systemDark = e.matches));
    asks('(prefers-reduced-motion: reduce)')?.addEventListener(
      'change',
      (e) => (this.systemStill = e.matches),
    );
    asks('(pointer: coarse)')?.addEventListener('change', (e) => (this.touch = e.matches));
    asks('(max-width: 760px)')?.addEventListener('change', (e) => (this.narrow = e.matches));
  }

  readonly dark = $derived(this.stored.theme === 'dark' || (this.stored.theme === 'auto' && this.systemDark));
  readonly still = $derived(
    this.stored.motion === 'none' || (this.stored.motion === 'auto' && this.systemStill),
  );

  /** A sentence that tells what to do, in the words of a mouse or of a finger. */
  said(text: string, buttons: readonly { key?: string; title: string }[] = []): string {
    return this.touch ? forFinger(text, buttons) : text;
  }

  set<K extends keyof Stored>(key: K, value: Stored[K]): void {
    this.stored[key] = value;
    try {
      localStorage.setItem(STORE, JSON.stringify(this.stored));
    } catch {
      // Not kept, but in force until the page closes.
    }
  }
}

export const prefs = new Prefs();
