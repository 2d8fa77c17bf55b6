/** Figures that D1 reports; a batch is one trip. */
export interface Cost {
  trips: number;
  rows: number;
}

type Send = (...args: unknown[]) => Promise<unknown>;

let watched = false;

/** False if the runtime's private `_send` is missing. */
export function watchD1(db: D1Database, report: (rows: number) => void): boolean {
  if (watched) return true;
  // All D1 bindings of an isolate share this class, also those of objects.
  const session: { _send?: Send } = Object.getPrototypeOf(db.withSession());
  const send = session._send;
  if (typeof send !== "function") return false;
  watched = true;
  session._send = async function (this: unknown, ...args) {
    const answer = await send.apply(this, args);
    report([answer].flat().reduce<number>((sum, one) => sum + ((one as D1Result | null)?.meta?.rows_read ?? 0), 0));
    return answer;
  };
  return true;
}
