import type { Language } from "#locales/languages.ts";

/** Cookie changes that a call causes. */
export interface Effects {
  /** `started` is a new session token. `{ ended }` keeps only the marker of a former login. */
  session?: { started: string } | { ended: string | null };
  locale?: Language;
  /** The secret of a pending sign-up; null deletes it. */
  draft?: string | null;
  /** Sums of the member's badges that the call has changed. */
  counters?: { unread_messages?: number; new_likes?: number };
}

/** A result with effects; rules without effects return the bare output. */
export class Answer<T> {
  readonly value: T;
  readonly effects: Effects;

  constructor(value: T, effects: Effects) {
    this.value = value;
    this.effects = effects;
  }
}
