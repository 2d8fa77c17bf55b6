import { edge } from "#worker/server/edge/edge.ts";
import { assetAddress, heroName } from "#worker/sites/domains/assets.vocabulary.ts";
import { iconAddress, SHARE_PICTURE } from "#worker/sites/pwa/icons.vocabulary.ts";
import { sharedAddress, siteOrigin } from "./alternates.tsx";

const HERO_WIDTH = 1200;

interface ShareTagsProps {
  title: string;
  description: string;
  path?: string;
}

/** What a link to a public page shows elsewhere (ogp.me): the site's words and picture, never a member's. */
export function ShareTags({ title, description, path }: ShareTagsProps) {
  const { settings, language, url, domain } = edge();
  const origin = siteOrigin(url);
  const canonical = path ?? sharedAddress(url).path;
  const { hero } = domain.assets;
  const { width, height } = SHARE_PICTURE;
  const drawn = domain.icons && { address: iconAddress(SHARE_PICTURE.path, domain.icons), width, height };
  const picture = hero ? { address: assetAddress(hero, heroName(HERO_WIDTH)) } : drawn;
  return (
    <>
      <meta content="website" property="og:type" />
      <meta content={settings.name} property="og:site_name" />
      <meta content={title} property="og:title" />
      <meta content={description} property="og:description" />
      <meta content={localeOf(language)} property="og:locale" />
      {canonical && <meta content={origin + canonical} property="og:url" />}
      {picture && <meta content={origin + picture.address} property="og:image" />}
      {picture && <meta content={settings.name} property="og:image:alt" />}
      {picture && "width" in picture && <meta content={String(picture.width)} property="og:image:width" />}
      {picture && "width" in picture && <meta content={String(picture.height)} property="og:image:height" />}
      <meta content="summary_large_image" name="twitter:card" />
    </>
  );
}

function localeOf(language: string): string {
  const { region } = new Intl.Locale(language).maximize();
  return `${language}_${region}`;
}
