export interface Destination {
  href: string;
  label: string;
  /** Beside the label: what waits in a queue, or the site of a member. */
  note: string;
  /** Of a queue. */
  kind?: string | undefined;
  member?: boolean;
}

/** Pages whose name has a word that begins with the text come first, then those that contain it. */
export function matching(pages: readonly Destination[], text: string): Destination[] {
  const wanted = text.toLowerCase();
  const begins = ({ label }: Destination) => ` ${label.toLowerCase()}`.includes(` ${wanted}`);
  const has = ({ label }: Destination) => label.toLowerCase().includes(wanted);
  return [...pages.filter(begins), ...pages.filter((page) => has(page) && !begins(page))];
}
