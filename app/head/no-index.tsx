import { edge } from "#worker/edge/edge.ts";

/** Keeps a page about members out of search engines. Crawlers are never logged in, so members need no tag. */
export async function NoIndex() {
  return (await edge().user()) ? null : <meta content="noindex" name="robots" />;
}
