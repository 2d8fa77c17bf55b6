import type { ErrorCode } from "#worker/platform/errors.ts";
import type { CallName } from "#worker/server/calls.ts";
import type { Person } from "./person.ts";
import { inStore } from "./served-store.ts";

export interface Scene {
  anna: Person;
  ben: Person;
  /** Unconfirmed member, for a line that says so. */
  fresh: Person;
  visitor: Person;
  unique: string;
}

export interface Line {
  fresh?: true;
  /** The sender and the input. */
  send: (scene: Scene) => Promise<{ who: Person; input: Record<string, unknown> }>;
  headers?: (scene: Scene) => Record<string, string>;
  /** Refusals beside the contract's success, for two concurrent requests and a third. The contract names each. */
  refusals?: ErrorCode[];
  /** The state afterwards; must equal `expected`. */
  effect: (scene: Scene, who: Person) => Promise<unknown>;
  expected: unknown;
}

/** By call; words after its name tell two lines of one call apart. */
export type Lines = { [name in CallName | `${CallName} ${string}`]?: Line };

export async function count(sql: string, ...values: unknown[]): Promise<unknown> {
  const [[row] = []] = await inStore<{ n: unknown }>({ sql, values });
  return row?.n;
}

/** Unused links of this kind: a later mail replaces an earlier one. */
export const openLinks = (kind: string, whose: (scene: Scene) => Person) => (scene: Scene) =>
  count("SELECT count(*) n FROM tokens WHERE account_id = ? AND kind = ? AND used_at IS NULL", whose(scene).id, kind);
