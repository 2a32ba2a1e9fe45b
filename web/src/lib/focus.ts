/** What had the focus may vanish or be switched off under the finger; then it goes somewhere sensible, never to nowhere. */

const CAN_FOCUS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]';

/** Beside what was switched off, if that is still there; else the open dialog, the board, or the page itself. */
function refuge(last: Element): HTMLElement | null {
  const beside = last.isConnected ? last.parentElement?.querySelector<HTMLElement>(CAN_FOCUS) : null;
  const dialogs = [...document.querySelectorAll<HTMLElement>('dialog[open], [role=dialog]')];
  return (
    beside ??
    dialogs.at(-1)?.querySelector<HTMLElement>(CAN_FOCUS) ??
    document.querySelector<HTMLElement>('[role=application]') ??
    document.querySelector<HTMLElement>('main')
  );
}

/** Watches over the focus of the whole page until the returned function is called. */
export function keepFocus(): () => void {
  let last: Element | null = null;
  /** What had the focus and was switched off since. A browser takes the focus from it only when it next draws. */
  let fading: Element | null = null;
  const took = (event: FocusEvent) => {
    last = event.target as Element;
    fading = null;
  };
  const gone = (each: Element) => !each.isConnected || each.matches(':disabled, [hidden], [hidden] *');
  const check = () => {
    if (!last) return;
    if (gone(last)) {
      if (fading !== last) requestAnimationFrame(() => setTimeout(check));
      fading = last;
    }
    const now = document.activeElement;
    if ((now && now !== document.body) || fading !== last) return;
    // Switched on again meanwhile, under another word perhaps: it goes on from where it was.
    const to = gone(last) ? refuge(last) : (last as HTMLElement);
    to?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(check);
  document.addEventListener('focusin', took);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  });
  return () => {
    document.removeEventListener('focusin', took);
    observer.disconnect();
  };
}
