import type { ErrorCode } from "#worker/platform/errors.ts";
import type { Person } from "./person.ts";

/** The callers: `member` has a conversation with Anna, and Anna has blocked `blocked`. */
export const ROLES = ["visitor", "unconfirmed", "member", "other", "blocked"] as const;
export type Role = (typeof ROLES)[number];
export type Outcome = "ok" | ErrorCode;

export interface Scene {
  /** The target of the calls. */
  anna: Person;
  /** Between Anna and `member`. */
  conversation: string;
  /** Photo of Anna. */
  photo: string;
  /** Makes each write unique. */
  unique: string;
}

export interface Line {
  input: (scene: Scene) => Record<string, unknown>;
  /** In the order of ROLES. */
  outcomes?: [Outcome, Outcome, Outcome, Outcome, Outcome];
  /** The call changes the caller: a second session makes it. */
  changesPerson?: true;
}
