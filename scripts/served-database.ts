import { setTimeout as sleep } from "node:timers/promises";
import { dataHolder } from "./data-lock.ts";
import { type Answered, askDoor } from "./own/door.ts";
import { inlined, type Row, type Statement, StoreError } from "./sql-text.ts";

/** One transaction; returns the rows of each statement. */
export type Execute = (statements: Statement[]) => Promise<Row[][]>;

const STARTS_WITHIN_MS = 120_000;
const D1_PARAMETERS = 100;

/** Through the server that holds the data, so that it never waits for a lock; else the file itself. @throws StoreError */
export async function wayInto(folder: string, binding: string, direct: Execute): Promise<Execute> {
  for (const until = Date.now() + STARTS_WITHIN_MS; ; await sleep(250)) {
    const holder = dataHolder(folder);
    if (holder === null) return direct;
    const { port, sqlKey, pid, door } = holder;
    if (!sqlKey && pid === process.pid) return direct;
    if (door) return through((body) => askDoor(door, body), binding, direct);
    if (port === null)
      throw new StoreError(`This data is being made anew by \`npm run seed\` (process ${pid}). Try again when it is done.`);
    if (sqlKey) return through((body) => askServer(port, sqlKey, body), binding, direct);
    if (Date.now() > until) throw new StoreError(`Liaison is still starting with this data (process ${pid}). Try again later.`);
  }
}

async function askServer(port: number, key: string, body: string): Promise<Answered | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/dev/sql`, { method: "POST", headers: { "x-sql-key": key }, body }).catch(
    () => null,
  );
  return answer && { status: answer.status, text: await answer.text() };
}

function through(ask: (body: string) => Promise<Answered | null>, database: string, direct: Execute): Execute {
  return async (statements) => {
    const sent = statements.map((one) => (one.params.length > D1_PARAMETERS ? { sql: inlined(one), params: [] } : one));
    const answer = await ask(JSON.stringify({ database, statements: sent }));
    if (answer === null) throw new StoreError("The server of this data ended meanwhile. Run the command again.");
    // A database that the server does not bind has no other writer.
    if (answer.status === 404) return direct(statements);
    if (answer.status === 200) return JSON.parse(answer.text) as Row[][];
    if (answer.status === 422) throw new Error((JSON.parse(answer.text) as { error: string }).error);
    throw new StoreError(`The server of this data refuses the command (${answer.status}). End it, and run the command again.`);
  };
}
