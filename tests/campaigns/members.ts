import { type MemberOptions, memberRows, type Statement, sessionRow } from "#tests/setup/member-rows.ts";
import type { Product } from "./product.ts";

export interface Member {
  id: string;
  name: string;
  session: string;
}

interface Options extends MemberOptions {
  /** As after a first purchase: no limit of conversations, photos are open. */
  paid?: boolean;
  /** Ms ago; default long enough for no discount of the first days. */
  age?: number;
  /** Whether the time bonus ran at the sign-up. */
  timeBonus?: boolean;
}

const AT_ONCE = 500;
const LONG = 400 * 24 * 3600 * 1000;
let names = 0;

/** Confirmed members with a session, as sign-up writes them. */
export async function addMembers(product: Product, count: number, options: Options = {}): Promise<Member[]> {
  const { paid = false, age = LONG, credits = 0, timeBonus = true, ...more } = options;
  const members: Member[] = [];
  let waiting: Statement[] = [];
  for (let index = 0; index < count; index++) {
    const name = `Campaign ${++names}`;
    const { id, rows } = memberRows(
      { email: `${name.replace(" ", "")}@example.org`, name, password: "none" },
      { credits, ...more },
    );
    const { token, row } = await sessionRow(id, more.domainId);
    const since = Date.now() - age;
    waiting.push(
      ...rows,
      row,
      { sql: "UPDATE sessions SET expires_at = expires_at + ?1 WHERE account_id = ?2", values: [LONG, id] },
      {
        sql: "UPDATE accounts SET paid_user = ?1, created_at = ?2, activated_at = ?2, time_bonus = ?3 WHERE id = ?4",
        values: [Number(paid), since, Number(timeBonus), id],
      },
    );
    members.push({ id, name, session: token });
    if (waiting.length >= AT_ONCE || index === count - 1) {
      await product.sqlBatch(waiting);
      waiting = [];
    }
  }
  return members;
}

/** Five approved photos each: two more than a free member sees. */
export async function addPhotos(product: Product, owners: Member[]): Promise<void> {
  await product.sqlBatch(
    owners.flatMap(({ id }) =>
      [0, 1, 2, 3, 4].map((position) => ({
        sql: "INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at) VALUES (?1, ?2, ?1, ?3, 'active', 'public', 0)",
        values: [`${id}${position}`, id, position],
      })),
    ),
  );
}

/** Runs at most `width` of these at once; the results keep their order. */
export async function inParallel<T, R>(
  list: readonly T[],
  width: number,
  work: (one: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < list.length; index = next++) results[index] = await work(list[index] as T, index);
  };
  await Promise.all(Array.from({ length: Math.min(width, list.length) }, worker));
  return results;
}
