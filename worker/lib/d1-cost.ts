/** Cost of D1: round trips (a batch is one) and rows read, as its answers report them. */
export interface Cost {
  trips: number;
  rows: number;
}

type Send = (...args: unknown[]) => Promise<unknown>;

let watched = false;

/**
 * Reports each answer of D1 in this isolate, once, to `report`. False where the runtime's private `_send` has gone: nothing is
 * reported then, and nothing fails.
 */
export function watchD1(db: D1Database, report: (rows: number) => void): boolean {
  if (watched) return true;
  // All D1 bindings of an isolate, also those of objects, share this class.
  const session: { _send?: Send } = Object.getPrototypeOf(db.withSession());
  const send = session._send;
  if (typeof send !== "function") return false;
  watched = true;
  session._send = async function (this: unknown, ...args) {
    const answer = await send.apply(this, args);
    report([answer].flat().reduce<number>((sum, one) => sum + ((one as D1Result).meta?.rows_read ?? 0), 0));
    return answer;
  };
  return true;
}
