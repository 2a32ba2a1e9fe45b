/** Which matches have been introduced to this browser already. */

const STORE = 'hexfront.briefed';
const KEPT = 60;

function read(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

export const isBriefed = (match: string): boolean => read().includes(match);

export function markBriefed(match: string): void {
  try {
    localStorage.setItem(
      STORE,
      JSON.stringify([...read().filter((each) => each !== match), match].slice(-KEPT)),
    );
  } catch {
    // Without storage the briefing comes again; that does no harm.
  }
}
