/** Folding a `change` into the state it follows. Pure, so that it can be tested by itself. */

import type { Change, Overlay, Patch, Piece, State, View } from './types';

function patched<T extends { id: string }>(old: readonly T[], patch: Patch<T>): T[] {
  const gone = new Set(patch.gone);
  const fresh = new Map(patch.set.map((each) => [each.id, each]));
  const kept = old
    .filter((each) => !gone.has(each.id))
    .map((each) => {
      const next = fresh.get(each.id);
      fresh.delete(each.id);
      return next ?? each;
    });
  return [...kept, ...fresh.values()];
}

/** The state after a change, or null when the change does not follow it (then ask for the whole). */
export function merge(old: State, change: Change): State | null {
  if (change.from !== old.version) return null;
  const { t: _t, from: _from, view: viewChange, overlays, lines, cut, ...rest } = change;
  let view: View = old.view;
  if (viewChange) {
    const { pieces, ...fields } = viewChange;
    view = { ...old.view, ...fields };
    if (pieces) view.pieces = patched<Piece>(old.view.pieces ?? [], pieces);
  }
  const kept = cut == null ? old.lines : old.lines.filter((line) => line.n < cut);
  return {
    ...old,
    ...rest,
    view,
    overlays: overlays ? patched<Overlay>(old.overlays, overlays) : old.overlays,
    lines: lines ? [...kept, ...lines] : kept,
  };
}
