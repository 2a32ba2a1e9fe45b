/** A game that was played elsewhere, played again at the table: every step of its log, sent as a client would. */

/** The steps of a log; the dice are typed in by one seat, so that it is the same game every time. */
export const stepsOf = (log, roller) =>
  log.map((entry) =>
    entry.seat
      ? { seat: entry.seat, do: entry.action }
      : { seat: roller, do: { type: '$roll', words: [entry.roll].flat().map(String) } },
  );

/** Sends them, in the page of the one person who has all seats. Nothing from outside this function is known in the page. */
export async function replay({ id, seats, steps }) {
  const lines = new Map();
  for (const seat of seats) {
    const socket = new WebSocket(`ws://${location.host}/api/matches/${id}/socket`);
    const line = { socket, version: -1, answer: null, wake: () => undefined };
    socket.onopen = () => socket.send(JSON.stringify({ t: 'hello', seat }));
    socket.onmessage = (event) => {
      const frame = JSON.parse(String(event.data));
      if (frame.t === 'state' || frame.t === 'change') line.version = frame.version ?? line.version;
      if (frame.ref) line.answer = frame;
      line.wake();
    };
    lines.set(seat, line);
  }
  const until = async (line, test) => {
    while (!test()) await new Promise((wake) => (line.wake = wake));
  };
  for (const line of lines.values()) await until(line, () => line.version >= 0);
  for (const [n, step] of steps.entries()) {
    const line = lines.get(step.seat);
    for (let tries = 0; ; tries++) {
      const ref = `${n}.${tries}`;
      line.socket.send(JSON.stringify({ t: 'act', do: step.do, version: line.version, ref }));
      await until(line, () => line.answer?.ref === ref);
      if (line.answer.t === 'done') break;
      // What the other seat did has not arrived here yet: look again.
      if (line.answer.code !== 'stale' || tries > 30) throw new Error(line.answer.reason);
      await new Promise((wake) => setTimeout(wake, 10 * tries));
      line.version = -1;
      line.socket.send(JSON.stringify({ t: 'sync' }));
      await until(line, () => line.version >= 0);
    }
  }
  for (const line of lines.values()) line.socket.close();
}
