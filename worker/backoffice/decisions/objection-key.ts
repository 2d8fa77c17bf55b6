type KeyedHash = (text: string) => Promise<string>;

/** Opens one decision without a session: a banned member has none. */
export function objectionKey(keyedHash: KeyedHash, decision: string): Promise<string> {
  return keyedHash(`objection\n${decision}`);
}

/** One parameter: a mail's HTML would escape a second one. */
export async function objectionPath(keyedHash: KeyedHash, decision: string): Promise<string> {
  return `/objection?open=${decision}.${await objectionKey(keyedHash, decision)}`;
}
