/** What pointer and keys do on the map: hover, click, drag, long press, walking from hex to hex. */

import type { Board } from '../lib/board';
import type { Play } from '../lib/play.svelte';
import type { Camera } from './camera';

interface Spot {
  clientX: number;
  clientY: number;
}

export interface Ground {
  root(): HTMLElement;
  camera(): Camera | null;
  isMoving(): boolean;
  hidesCounters(): boolean;
}

const FAN_DELAY = 280;
const LONG_PRESS = 450;
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const pieceUnder = (event: Event): string =>
  (event.target as Element).closest('[data-piece]')?.getAttribute('data-piece') ?? '';
const inFan = (event: Event): boolean => (event.target as Element).closest('.fan') !== null;

export class Pointing {
  /** The stack that is fanned out. */
  fanAt = $state<string | null>(null);
  dragging = $state.raw<{ piece: string; x: number; y: number } | null>(null);

  private fanTimer: ReturnType<typeof setTimeout> | undefined;
  private pressing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly board: Board,
    private readonly play: Play,
    private readonly ground: Ground,
  ) {}

  private onMap(event: Spot): { x: number; y: number } | null {
    const camera = this.ground.camera();
    if (!camera) return null;
    const box = this.ground.root().getBoundingClientRect();
    return {
      x: camera.transform.invertX(event.clientX - box.left),
      y: camera.transform.invertY(event.clientY - box.top),
    };
  }

  /** The box or hex under the pointer; a box on the map lies above its hexes. */
  private hexUnder(event: Spot): string | null {
    const point = this.onMap(event);
    const box = point && this.board.boxAt(point);
    if (box) return box;
    const label = point && this.board.lattice.labelAt(point.x, point.y);
    return label && this.board.has(label) ? label : null;
  }

  private isStack(at: string | null): at is string {
    return at !== null && (this.play.stacks.get(at)?.length ?? 0) > 1 && !this.ground.hidesCounters();
  }

  readonly over = (event: PointerEvent): void => {
    if (this.dragging) this.dragging = { piece: this.dragging.piece, ...this.onMap(event)! };
    if (this.ground.isMoving() || inFan(event) || event.pointerType === 'touch') return;
    const at = this.hexUnder(event);
    this.play.hoverAt(at);
    this.waitForFan(at);
  };

  readonly leave = (): void => {
    this.play.hoverAt(null);
    this.waitForFan(null);
  };

  private waitForFan(at: string | null): void {
    if (this.fanAt === at) return;
    clearTimeout(this.fanTimer);
    this.fanAt = null;
    if (this.isStack(at)) this.fanTimer = setTimeout(() => (this.fanAt = at), FAN_DELAY);
  }

  readonly down = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') {
      const spot = { clientX: event.clientX, clientY: event.clientY };
      this.pressing = setTimeout(() => this.pressed(spot), LONG_PRESS);
      return;
    }
    const piece = pieceUnder(event);
    if (event.button === 0 && piece && this.play.byPiece.has(piece) && !inFan(event)) this.grab(event, piece);
  };

  readonly release = (): void => clearTimeout(this.pressing);

  private pressed(spot: Spot): void {
    const at = this.hexUnder(spot);
    this.play.hoverAt(at);
    this.play.inspected = at;
    this.fanAt = this.isStack(at) ? at : null;
  }

  private grab(event: PointerEvent, piece: string): void {
    const origin = { x: event.clientX, y: event.clientY };
    const from = this.hexUnder(event);
    const move = (e: PointerEvent) => {
      if (!this.dragging && Math.hypot(e.clientX - origin.x, e.clientY - origin.y) > 8) {
        this.dragging = { piece, x: 0, y: 0 };
        this.over(e);
      }
    };
    const up = (e: PointerEvent) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      if (!this.dragging) return;
      this.dragging = null;
      const to = this.hexUnder(e);
      // The click that follows a drag is not a click.
      const swallow = (c: MouseEvent) => c.stopPropagation();
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
      if (to && to !== from) void this.play.drag(piece, to);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
  }

  readonly clicked = (event: MouseEvent): void => {
    const fanned = inFan(event);
    const at = fanned ? this.fanAt : this.hexUnder(event);
    this.play.cursor = null;
    // A click beside the map lets go of everything.
    if (at) void this.play.click(at, fanned ? pieceUnder(event) : '', event.ctrlKey || event.metaKey);
    else this.play.letGo();
  };

  readonly rightClicked = (event: MouseEvent): void => {
    event.preventDefault();
    void this.play.cancel();
  };

  private walk(dc: number, dr: number): void {
    const { play, board } = this;
    const from = play.cursor ?? play.inspected ?? play.stops[0] ?? board.cells[0]?.label;
    if (!from) return;
    if (!play.cursor) {
      play.cursor = from;
      return;
    }
    let cell = board.lattice.cell(from);
    while (cell) {
      cell = { c: cell.c + dc, r: cell.r + dr };
      if (!board.lattice.holds(cell)) return;
      const label = board.lattice.label(cell);
      if (board.has(label)) {
        play.cursor = label;
        play.hoverAt(label);
        return;
      }
    }
  }

  readonly key = (event: KeyboardEvent): void => {
    const { play } = this;
    const arrow = ARROWS[event.key];
    const acts = (event.key === 'Enter' || event.key === ' ') && play.cursor && !play.session.film.running;
    if (!arrow && !acts) return;
    event.preventDefault();
    event.stopPropagation();
    if (arrow && event.shiftKey) this.ground.camera()?.pan(-arrow[0] * 120, -arrow[1] * 120);
    else if (arrow) this.walk(...arrow);
    else if (event.key === ' ') play.openMenu(play.cursor!);
    else void play.click(play.cursor!, '', event.ctrlKey);
  };
}
