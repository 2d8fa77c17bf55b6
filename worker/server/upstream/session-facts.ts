import { createRecent } from "#worker/platform/recent.ts";

/** Per isolate; the oldest entries go first. */
const MAX_FACTS = 10_000;

/** A cache of members and partners seen in answers. Keys contain the domain: deployments never mix. */
const facts = createRecent<string, string>(MAX_FACTS);

export interface SessionFacts {
  me: string | null;
  isMe(id: string): void;
  partnerOf(conversation: string): string | null;
  isPartner(conversation: string, id: string): void;
  /** True on the first call, and on the first after `forget`. */
  isFirst(fact: string): boolean;
  forget(fact: string): boolean;
}

export function sessionFacts(domainId: string, session: string): SessionFacts {
  const key = (fact: string) => `${domainId} ${session} ${fact}`;
  return {
    get me() {
      return facts.get(key("me")) ?? null;
    },
    isMe: (id) => remember(key("me"), id),
    partnerOf: (conversation) => facts.get(key(conversation)) ?? null,
    isPartner: (conversation, id) => remember(key(conversation), id),
    isFirst(fact) {
      const first = !facts.has(key(fact));
      remember(key(fact), "");
      return first;
    },
    forget: (fact) => facts.delete(key(fact)),
  };
}

function remember(key: string, value: string): void {
  facts.set(key, value);
}
