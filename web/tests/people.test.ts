import { render } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { Board } from '../src/lib/board';
import { portrait, stars } from '../src/lib/portraits';
import { segments } from '../src/lib/paths';
import CounterPicture from '../src/panels/CounterPicture.svelte';
import type { Piece } from '../src/protocol/types';
import { toyBoard } from './mock';

describe('a portrait', () => {
  const shapes = (look: string) => portrait(look).map((each) => each.d);

  it('shows what is known of a man and nothing else', () => {
    const plain = shapes('german');
    for (const word of ['moustache', 'great-moustache', 'glasses', 'monocle', 'goggles', 'beard', 'pipe'])
      expect(shapes(`german ${word}`).filter((d) => !plain.includes(d)).length).toBeGreaterThan(0);
    expect(shapes('german bare')).not.toEqual(shapes('german bald bare'));
    expect(portrait('soviet')[0]!.fill).not.toBe(portrait('german')[0]!.fill);
  });

  it('is drawn of paths that can be moved', () => {
    for (const shape of [
      ...portrait('japanese navy bare dark glasses beard pipe'),
      ...portrait('british beret'),
    ])
      for (const { numbers } of segments(shape.d)) expect(numbers.every(Number.isFinite)).toBe(true);
    expect(stars(5)).toHaveLength(5);
  });

  it('stands on the counter of a leader, with his name', () => {
    const piece: Piece = { id: 'x', name: 'Zhukov', side: 'allies', at: '0101', symbol: 'leader', leader: { name: 'Zhukov', stars: 5, look: 'soviet' } }; // prettier-ignore
    const { container } = render(CounterPicture, { props: { piece } });
    expect(container.textContent).toContain('Zhukov');
    expect(container.querySelectorAll('path').length).toBeGreaterThan(5);
  });
});

describe('boxes on the map', () => {
  const board = new Board(toyBoard());
  const at = board.cells[0]!.label;
  const boxes = [1, 0].map((cell) => ({ id: `sea-${cell}`, title: `Sea ${cell}`, at, cell }));
  board.lay([...boxes, { id: 'pool', title: 'Pool' }, { id: 'far', title: 'Far', at: 'nowhere' }]);

  it('lie side by side at their hex, in the order of their cells', () => {
    const [left, right] = [board.centre('sea-0')!, board.centre('sea-1')!];
    expect(left.x).toBeLessThan(right.x);
    expect((left.x + right.x) / 2).toBeCloseTo(board.centre(at)!.x);
    expect(board.boxAt(right)).toBe('sea-1');
  });

  it('are none where they name no hex, and never count as hexes', () => {
    expect(board.centre('pool')).toBeNull();
    expect(board.centre('far')).toBeNull();
    expect(board.has('sea-0')).toBe(false);
    board.lay([]);
    expect(board.boxAt(board.centre(at)!)).toBeNull();
  });

  it('sheets are found by their prefix', () => {
    expect(board.sheetBox('')).toMatchObject({ x: expect.any(Number) });
    expect(board.sheetBox('?')).toBeNull();
  });
});
