import { OPTIONAL, type OptionalKind, optionalMail } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { equalSecrets } from "#worker/platform/crypto.ts";
import { DIGEST } from "./kinds.vocabulary.ts";

/** A link of one kind, or of a digest: it stops what comes in digests. */
export type LinkType = OptionalKind | typeof DIGEST;
/** Links never expire: no kind may take this letter. */
const LETTER = "d";
const TYPES: readonly LinkType[] = [...OPTIONAL, DIGEST];

/** Prefix `u`, one letter for the kind, the account id, the signature. */
const LINK = /^u([a-z])([0-9a-z]{20})([A-Za-z0-9_-]{43})$/;

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>;

/** Stateless signed links without expiry: old mails must stay easy to stop, and the effect is reversible. */
export function createUnsubscribeLinks(keyedHash: (text: string) => Promise<string>) {
  const mac = (domainId: string, type: LinkType, accountId: string) =>
    keyedHash(`unsubscribe\n${domainId}\n${type}\n${accountId}`);
  return {
    async token(domainId: string, accountId: string, type: LinkType): Promise<string> {
      return `u${letterOf(type)}${accountId}${await mac(domainId, type, accountId)}`;
    },

    /** Null when this domain did not sign the link. */
    async read(domainId: string, token: string): Promise<{ accountId: string; type: LinkType } | null> {
      const [, letter, accountId = "", given = ""] = LINK.exec(token) ?? [];
      const type = TYPES.find((one) => letterOf(one) === letter);
      if (!type || !equalSecrets(given, await mac(domainId, type, accountId))) return null;
      return { accountId, type };
    },
  };
}

function letterOf(type: LinkType): string {
  return type === DIGEST ? LETTER : optionalMail(type).letter;
}
