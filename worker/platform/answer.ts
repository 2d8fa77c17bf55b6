import type { Language } from "#locales/languages.ts";

/** What staff read, for the audit log. */
export interface Seen {
  id?: string | null;
  /** A code. */
  reason?: string;
  /** Stored as a keyed print in place of an id. */
  typed?: string;
  action?: string;
  object?: "work_item" | "work_queue";
  /** A player asks for parts: within this time (ms) one row of the same staff member and object is enough. */
  once?: number;
}

export interface Effects {
  seen?: readonly Seen[];
  /** `started`: new session token; `device`: the staff's device secret. `ended`: device secret of the log-out marker. */
  session?: { started: string; device?: string } | { ended: string | null };
  locale?: Language;
  /** Draft token; null deletes it. */
  draft?: string | null;
  /** Forgets the code of a link, once an order has taken it. */
  storedCode?: null;
  /** D1's bookmark of the member's last write. */
  bookmark?: string;
  counters?: { unread_messages?: number; new_likes?: number };
}

export class Answer<T> {
  readonly value: T;
  readonly effects: Effects;

  constructor(value: T, effects: Effects) {
    this.value = value;
    this.effects = effects;
  }
}
