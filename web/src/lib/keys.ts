/** Keys and what they do; people can change them, the choice stays in this browser. */

export const COMMANDS = {
  terrain: 't',
  hide: 'h',
  front: 'y',
  line: 'f',
  log: 'l',
  search: '/',
  why: '?',
  undo: 'ctrl+z',
  redo: 'ctrl+y',
  zoomIn: '+',
  zoomOut: '-',
  zoomFit: '0',
  next: '.',
  previous: ',',
  forward: 'pagedown',
  back: 'pageup',
  now: 'end',
  end: 'e',
  rules: 'f1',
  help: 'k',
  briefing: 'b',
  centre: 'm',
} as const;

export type Command = keyof typeof COMMANDS;

const STORE = 'hexfront.keys';

export function pressed(event: KeyboardEvent): string {
  let key = event.key.toLowerCase();
  if (key === '=') key = '+';
  if (key === '_') key = '-';
  return (event.ctrlKey || event.metaKey ? 'ctrl+' : '') + key;
}

export class KeyMap {
  private changed: Partial<Record<Command, string>> = {};

  constructor(private readonly store: Storage | null = globalThis.localStorage ?? null) {
    try {
      this.changed = JSON.parse(store?.getItem(STORE) ?? '{}') as Partial<Record<Command, string>>;
    } catch {
      this.changed = {};
    }
  }

  key(command: Command): string {
    return this.changed[command] ?? COMMANDS[command];
  }

  /** The keys that stand on the switches of the map. */
  hints() {
    return {
      terrain: this.key('terrain'),
      hide: this.key('hide'),
      front: this.key('front'),
      line: this.key('line'),
    };
  }

  command(event: KeyboardEvent): Command | null {
    const key = pressed(event);
    for (const command of Object.keys(COMMANDS) as Command[]) if (this.key(command) === key) return command;
    return null;
  }

  /** Gives a command a key; another command that had it falls back to none. */
  set(command: Command, key: string): void {
    for (const other of Object.keys(COMMANDS) as Command[])
      if (other !== command && this.key(other) === key) this.changed[other] = '';
    this.changed[command] = key;
    this.keep();
  }

  reset(): void {
    this.changed = {};
    this.keep();
  }

  private keep(): void {
    try {
      this.store?.setItem(STORE, JSON.stringify(this.changed));
    } catch {
      // A browser that keeps nothing still works until it is closed.
    }
  }
}
