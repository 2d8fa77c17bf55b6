import { inject } from "vitest";
import { ask } from "./http.ts";
import type { Person } from "./person.ts";

export interface Scene {
  anna: Person;
  ben: Person;
  /** Somebody who has not confirmed. */
  fresh: Person;
  visitor: Person;
  unique: string;
}

export interface Line {
  /** Who sends it, and what. */
  send: (scene: Scene) => Promise<{ who: Person; input: Record<string, unknown> }>;
  headers?: (scene: Scene) => Record<string, string>;
  /** Answers to two at once and to one more: each is one of these. */
  answers?: (number | string)[];
  /** What there is afterwards, once. */
  effect: (scene: Scene, who: Person) => Promise<unknown>;
  once: unknown;
}

export async function count(sql: string, ...values: unknown[]): Promise<unknown> {
  const { text } = await ask({ port: inject("sql"), path: "/", method: "POST", body: JSON.stringify({ sql, values }) });
  return (JSON.parse(text) as { n: unknown }[])[0]?.n;
}

/** Links of this kind that open something: a later mail takes the place of an earlier. */
export const openLinks = (kind: string, whose: (scene: Scene) => Person) => (scene: Scene) =>
  count("SELECT count(*) n FROM tokens WHERE account_id = ? AND kind = ? AND used_at IS NULL", whose(scene).id, kind);
