/** Boards, fetched once each; the art is drawn when there is one. */

import { api } from '../protocol/http';
import { Board } from './board';

const loaded = new Map<string, Promise<Board>>();

export const boards = {
  get(name: string): Promise<Board> {
    let board = loaded.get(name);
    if (!board) {
      board = Promise.all([api.board(name), api.art(name).catch(() => null)]).then(
        ([file, art]) => new Board(file, art),
      );
      board.catch(() => loaded.delete(name));
      loaded.set(name, board);
    }
    return board;
  },
};
