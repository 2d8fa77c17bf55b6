/** So many facts are remembered an isolate; the oldest go first. */
const MAX_FACTS = 10_000;

/**
 * What answers of an upstream have shown in passing: who a session belongs to, and with whom a conversation is. Only a
 * short cut: whoever finds nothing here asks the upstream. Keys hold the domain, so that deployments never mix.
 */
const facts = new Map<string, string>();

export interface SessionFacts {
  me: string | null;
  isMe(id: string): void;
  partnerOf(conversation: string): string | null;
  isPartner(conversation: string, id: string): void;
  /** True the first time it is asked since it was forgotten. */
  isFirst(fact: string): boolean;
  /** False where there was nothing to forget. */
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
  // Deleted first, so that what was seen last goes last.
  facts.delete(key);
  facts.set(key, value);
  const oldest = facts.size > MAX_FACTS ? facts.keys().next().value : undefined;
  if (oldest !== undefined) facts.delete(oldest);
}
