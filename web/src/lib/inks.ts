/** Colours as a results table prints them. */
export const INKS: Record<string, string> = {
  green: '#2f8f4e',
  yellow: '#d9b400',
  blue: '#2d6fb3',
  orange: '#d9761a',
  red: '#b3261e',
};

/** The ink of a result that is called after its colour: "yellow: the attacker takes the hex". */
export const inkOf = (result: string): string | undefined => INKS[/^[a-z]+/.exec(result)?.[0] ?? ''];

/** The inks of a table by the letters in its cells; none where its results are not colours. */
export function inksByLetter(results: readonly string[]): ReadonlyMap<string, string> {
  if (!results.some((each) => inkOf(each))) return new Map();
  return new Map(Object.entries(INKS).map(([name, ink]) => [name[0]!.toUpperCase(), ink]));
}
