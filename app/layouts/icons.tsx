import { edge } from "#worker/server/edge/edge.ts";
import { iconAddress, SVG_ICON } from "#worker/sites/pwa/icons.vocabulary.ts";

export function Icons() {
  const { icons } = edge().domain;
  if (!icons) return null;
  return (
    <>
      <link href={iconAddress(SVG_ICON, icons)} rel="icon" type="image/svg+xml" />
      <link href={iconAddress("/icons/touch-180.png", icons)} rel="apple-touch-icon" />
    </>
  );
}
