import { equalSecrets } from "#worker/platform/crypto.ts";
import type { OptionalType } from "./kinds.vocabulary.ts";

const LETTERS: Record<OptionalType, string> = {
  message: "m",
  match: "t",
  like: "l",
  search: "s",
  photo: "p",
  gift: "g",
  offers: "o",
};
/** Prefix `u`, one letter for the type, the account id, the signature. */
const LINK = /^u([a-z])([0-9a-z]{20})([A-Za-z0-9_-]{43})$/;

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>;

/** Stateless signed links without expiry: old mails must stay easy to stop, and the effect is reversible. */
export function createUnsubscribeLinks(keyedHash: (text: string) => Promise<string>) {
  const mac = (domainId: string, type: OptionalType, accountId: string) =>
    keyedHash(`unsubscribe\n${domainId}\n${type}\n${accountId}`);
  return {
    async token(domainId: string, accountId: string, type: OptionalType): Promise<string> {
      return `u${LETTERS[type]}${accountId}${await mac(domainId, type, accountId)}`;
    },

    /** Null when this domain did not sign the link. */
    async read(domainId: string, token: string): Promise<{ accountId: string; type: OptionalType } | null> {
      const [, letter, accountId = "", given = ""] = LINK.exec(token) ?? [];
      const [type] = (Object.keys(LETTERS) as OptionalType[]).filter((one) => LETTERS[one] === letter);
      if (!type || !equalSecrets(given, await mac(domainId, type, accountId))) return null;
      return { accountId, type };
    },
  };
}
