type KeyedHash = (text: string) => Promise<string>;

/** Opens one decision without a session: a banned member has none. */
export function objectionKey(keyedHash: KeyedHash, decision: string): Promise<string> {
  return keyedHash(`objection\n${decision}`);
}

export async function objectionPath(keyedHash: KeyedHash, decision: string): Promise<string> {
  return `/objection?${new URLSearchParams({ decision, key: await objectionKey(keyedHash, decision) })}`;
}
