import { equalSecrets } from "../lib/crypto.ts";
import type { OptionalType } from "./kinds.ts";

/** The letter of each type in a link. */
const LETTERS: Record<OptionalType, string> = { message: "m", match: "t", like: "l", photo: "p", gift: "g", offers: "o" };
/** `u` says what the link is for; then the type, the account and the proof that the link is ours. */
const LINK = /^u([a-z])([0-9a-z]{20})([A-Za-z0-9_-]{43})$/;

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>;

/**
 * Links that stop one type of mail for one account, on one domain. Nothing of them is stored and they never run out: an old
 * mail must be as easy to stop as a new one, and all they can do is reversible.
 */
export function createUnsubscribeLinks(keyedHash: (text: string) => Promise<string>) {
  const proof = (domainId: string, type: OptionalType, accountId: string) =>
    keyedHash(`unsubscribe\n${domainId}\n${type}\n${accountId}`);
  return {
    /** The path segment of a link. */
    async token(domainId: string, accountId: string, type: OptionalType): Promise<string> {
      return `u${LETTERS[type]}${accountId}${await proof(domainId, type, accountId)}`;
    },

    /** Whose mails of which type a link stops; null for one that this domain never gave out. */
    async read(domainId: string, token: string): Promise<{ accountId: string; type: OptionalType } | null> {
      const [, letter, accountId = "", given = ""] = LINK.exec(token) ?? [];
      const [type] = (Object.keys(LETTERS) as OptionalType[]).filter((one) => LETTERS[one] === letter);
      if (!type || !equalSecrets(given, await proof(domainId, type, accountId))) return null;
      return { accountId, type };
    },
  };
}

/** Whether a path could be such a link, here or at an upstream, whose ids are its own; if it is good, only the proof tells. */
export function isUnsubscribeLink(text: string): boolean {
  return /^u[A-Za-z0-9_-]{40,200}$/.test(text);
}
