import type { Language } from "#locales/languages.ts";

/** What a call changes in the browser that made it. */
export interface Effects {
  /** A new session token; `{ ended }` with the old one's secret leaves only the mark that this device was logged in. */
  session?: { started: string } | { ended: string | null };
  /** The language to remember. */
  locale?: Language;
  /** The secret of the sign-up that is under way; null where it is over. */
  draft?: string | null;
  /** Sums of the member's badges that the call has changed. */
  counters?: { unread_messages?: number; new_likes?: number };
}

/** A rule's answer together with its effects; a rule without effects returns the bare answer. */
export class Answer<T> {
  readonly value: T;
  readonly effects: Effects;

  constructor(value: T, effects: Effects) {
    this.value = value;
    this.effects = effects;
  }
}
