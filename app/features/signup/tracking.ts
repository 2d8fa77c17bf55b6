/** The word in a landing page's address that says where the link stood; anything that is more than a word is none. */
export function placementOf(path: string): string | undefined {
  return /^\/members\/[^/]+\/landing[23]\/([a-z0-9-]{1,40})(?:\?|$)/.exec(path)?.[1];
}
