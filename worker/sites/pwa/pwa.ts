import { Buffer } from "node:buffer";
import type { Translate } from "#locales/index.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { themeOf } from "#worker/sites/domains/niches.vocabulary.ts";
import { sayOwn } from "#worker/sites/domains/own-words.vocabulary.ts";
import { type IconPath, iconAddress, isIcon, PNG_ICONS, SVG_ICON } from "./icons.vocabulary.ts";

/** As in public/sw-push.js. */
export const SHARED_PHOTO = "/shared-photo";
/** W3C "Web Share Target API"; the service worker takes it. */
export const SHARE_TARGET = {
  action: SHARED_PHOTO,
  method: "POST",
  enctype: "multipart/form-data",
  params: { files: [{ name: "photos", accept: ["image/jpeg", "image/png", "image/webp"] }] },
};
/** In seconds. */
const DAY = 86_400;
const YEAR = 365 * DAY;

interface Deps {
  domain: Domain;
  t: Translate;
  findIcon(path: IconPath): Promise<{ version: string; data: string } | null>;
}

/** Null for other paths. Responses are the same for every visitor. */
export async function answerPwa({ pathname, searchParams }: URL, deps: Deps): Promise<Response | null> {
  if (pathname === "/manifest.webmanifest") {
    return Response.json(manifest(deps), {
      headers: { "content-type": "application/manifest+json", "cache-control": "private, max-age=3600" },
    });
  }
  if (isIcon(pathname)) return answerIcon(pathname, searchParams.get("v"), deps);
  return pathname.startsWith("/icons/") ? new Response(null, { status: 404 }) : null;
}

async function answerIcon(path: IconPath, version: string | null, { findIcon }: Deps): Promise<Response> {
  const icon = await findIcon(path);
  if (!icon) return new Response(null, { status: 404 });
  return new Response(Buffer.from(icon.data, "base64"), {
    headers: {
      "content-type": path === SVG_ICON ? "image/svg+xml" : "image/png",
      // The favicon's own address has no version, and a page may still name an earlier one.
      "cache-control": version === icon.version ? `public, max-age=${YEAR}, immutable` : `public, max-age=${DAY}`,
    },
  });
}

/** W3C Web Application Manifest, in the visitor's language. */
function manifest({ domain: { settings, words, icons }, t }: Pick<Deps, "domain" | "t">) {
  const icon = (path: keyof typeof PNG_ICONS) => {
    const { size, maskable } = PNG_ICONS[path];
    const purpose = maskable ? { purpose: "maskable" } : {};
    return icons ? [{ src: iconAddress(path, icons), sizes: `${size}x${size}`, type: "image/png", ...purpose }] : [];
  };
  const shortcut = (name: string, url: string) => ({ name, url, icons: icon("/icons/192.png") });
  return {
    id: "/",
    name: settings.name,
    short_name: settings.name.slice(0, 12),
    description: sayOwn(words.tagline, t.language) ?? settings.description,
    lang: t.language,
    // The query marks page views of the installed app.
    start_url: "/?app=1",
    scope: "/",
    display: "standalone",
    theme_color: themeOf(settings).primary,
    background_color: "#fbf8f5",
    categories: ["social", "lifestyle"],
    icons: [
      ...icon("/icons/192.png"),
      ...icon("/icons/512.png"),
      ...icon("/icons/maskable-512.png"),
      ...(icons ? [{ src: iconAddress(SVG_ICON, icons), sizes: "any", type: "image/svg+xml" }] : []),
    ],
    share_target: SHARE_TARGET,
    shortcuts: [shortcut(t("nav.messages"), "/chats"), shortcut(t("nav.likes"), "/likes")],
  };
}
