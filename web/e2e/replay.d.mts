interface Entry {
  seat?: string;
  action?: unknown;
  roll?: unknown;
}
interface Step {
  seat: string;
  do: unknown;
}
export function stepsOf(log: Entry[], roller: string): Step[];
export function replay(game: { id: string; seats: string[]; steps: Step[] }): Promise<void>;
