import type { Language } from "#locales/languages.ts";

export interface Effects {
  /** `started`: new session token. `ended`: device secret of the log-out marker. */
  session?: { started: string } | { ended: string | null };
  locale?: Language;
  /** Draft token; null deletes it. */
  draft?: string | null;
  /** Forgets the code of a link, once an order has taken it. */
  keptCode?: null;
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
