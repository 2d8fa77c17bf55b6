/** Placement of the link: the last segment of a landing page's path, if it is a single word. */
export function placementOf(path: string): string | undefined {
  return /^\/members\/[^/]+\/landing[23]\/([a-z0-9-]{1,40})(?:\?|$)/.exec(path)?.[1];
}
