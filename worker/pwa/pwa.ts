import type { Translate } from "#locales/index.ts";
import type { Settings } from "#worker/domains/settings.vocabulary.ts";
import { type IconLook, pngIcon, svgIcon } from "./icon.ts";

/** Side in pixels by path. */
const PNGS: Record<string, { size: number; maskable: boolean }> = {
  "/icons/192.png": { size: 192, maskable: false },
  "/icons/512.png": { size: 512, maskable: false },
  "/icons/maskable-512.png": { size: 512, maskable: true },
  // Requested by browsers that ignore the manifest.
  "/favicon.ico": { size: 48, maskable: false },
  // Home screen of iOS, which rounds the corners itself.
  "/icons/touch-180.png": { size: 180, maskable: true },
};
const DAY = 86_400;
/** RFC 9309. Private pages send their own noindex. */
const ROBOTS = "User-agent: *\nDisallow: /api/\nDisallow: /media/\n";

// Cached per isolate: drawing 512 pixels a side takes about 70 ms.
const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

interface Deps {
  settings: Settings;
  /** #rrggbb. */
  colour: string;
  t: Translate;
}

/** Null for other paths. Responses are the same for every visitor. */
export async function answerPwa(path: string, { settings, colour, t }: Deps): Promise<Response | null> {
  if (path === "/robots.txt") return new Response(ROBOTS, { headers: { "cache-control": `public, max-age=${DAY}` } });
  const look: IconLook = { name: settings.name, colour, maskable: false };
  if (path === "/manifest.webmanifest") {
    return Response.json(manifest(settings, colour, t), {
      headers: { "content-type": "application/manifest+json", "cache-control": "private, max-age=3600" },
    });
  }
  const headers = { "cache-control": `public, max-age=${DAY}` };
  if (path === "/icons/icon.svg")
    return new Response(svgIcon(look), { headers: { ...headers, "content-type": "image/svg+xml" } });
  const wanted = PNGS[path];
  if (!wanted) return null;
  const key = `${settings.name}${colour}${path}`;
  let png = drawn.get(key);
  if (!png) drawn.set(key, (png = pngIcon({ ...look, maskable: wanted.maskable }, wanted.size)));
  return new Response(await png, { headers: { ...headers, "content-type": "image/png" } });
}

/** W3C Web Application Manifest, in the visitor's language. */
function manifest(settings: Settings, colour: string, t: Translate) {
  const shortcut = (name: string, url: string) => ({ name, url, icons: [{ src: "/icons/192.png", sizes: "192x192" }] });
  return {
    id: "/",
    name: settings.name,
    short_name: settings.name.slice(0, 12),
    description: settings.description,
    lang: t.language,
    // The query marks page views of the installed app.
    start_url: "/?app=1",
    scope: "/",
    display: "standalone",
    theme_color: colour,
    background_color: "#fbf8f5",
    categories: ["social", "lifestyle"],
    icons: [
      { src: "/icons/192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
      { src: "/icons/icon.svg", sizes: "any", type: "image/svg+xml" },
    ],
    shortcuts: [shortcut(t("nav.messages"), "/chats"), shortcut(t("nav.likes"), "/likes")],
  };
}
