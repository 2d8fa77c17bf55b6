import { edge } from "#worker/edge/edge.ts";

/** Keeps a page about members out of search engines. They are never logged in: a member's page has no need to say so. */
export async function NoIndex() {
  return (await edge().user()) ? null : <meta content="noindex" name="robots" />;
}
