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
  const took = (event: FocusEvent) => {
    last = event.target as Element;
  };
  const check = () => {
    const now = document.activeElement;
    if ((now && now !== document.body) || !last) return;
    if (last.isConnected && !last.matches(':disabled, [hidden], [hidden] *')) return;
    refuge(last)?.focus({ preventScroll: true });
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
