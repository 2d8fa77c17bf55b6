import { edge } from "#worker/server/edge/edge.ts";
import { sharedAddress } from "./alternates.tsx";
import { ShareTags } from "./share-tags.tsx";
import { siteDescription } from "./site-description.ts";

/**
 * Keeps a page about members out of search engines, and its members out of previews of shared links.
 * Crawlers are never logged in, so members need no tags.
 */
export async function NoIndex() {
  const { user, url } = edge();
  if (await user()) return null;
  return (
    <>
      <meta content="noindex" name="robots" />
      {sharedAddress(url).path === null && <ShareTags {...siteDescription()} />}
    </>
  );
}
