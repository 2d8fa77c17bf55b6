import { DAY } from "#worker/platform/durations.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { PAGES, PAGES_OF_CALLS } from "./public-page.ts";

const AGE = "public, max-age=86400";

interface Site {
  settings: Pick<Settings, "domain" | "support_email" | "languages" | "android_app" | "ios_app">;
  /** False for the preview of a branch: search engines stay away. */
  indexed: boolean;
  /** In ms. */
  now: number;
}

/** Files at addresses that standards fix, the same for every visitor; null for other paths. */
export function answerWellKnown(url: URL, site: Site): Response | null {
  const text = (body: string, type = "text/plain; charset=utf-8") =>
    new Response(body, { headers: { "content-type": type, "cache-control": AGE } });
  const headers = { "cache-control": AGE };
  const origin = `${url.protocol}//${site.settings.domain}${url.port ? `:${url.port}` : ""}`;
  switch (url.pathname) {
    case "/robots.txt":
      return text(robots(origin, site.indexed));
    case "/sitemap.xml":
      return site.indexed ? text(sitemap(origin), "application/xml") : null;
    case "/.well-known/security.txt":
      return text(securityTxt(origin, site));
    case "/.well-known/assetlinks.json":
      return site.settings.android_app && Response.json(assetLinks(site.settings.android_app), { headers });
    case "/.well-known/apple-app-site-association":
      return site.settings.ios_app && Response.json(appleAssociation(site.settings.ios_app), { headers });
    // W3C "A Well-Known URL for Relying Party Passkey Endpoints". A passkey belongs to the host that was asked.
    case "/.well-known/passkey-endpoints": {
      const page = `${url.origin}/settings/passkeys`;
      return Response.json({ enroll: page, manage: page }, { headers });
    }
    // W3C "A Well-Known URL for Changing Passwords".
    case "/.well-known/change-password":
      return new Response(null, { status: 302, headers: { location: "/settings/password" } });
    default:
      return null;
  }
}

/** Google "Digital Asset Links": the app shows the site without an address bar, opens its links and uses its passkeys. */
function assetLinks({ package: name, certificates }: NonNullable<Settings["android_app"]>) {
  const relation = ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"];
  const target = { namespace: "android_app", package_name: name, sha256_cert_fingerprints: certificates };
  return [{ relation, target }];
}

/** Apple "Supporting associated domains". Calls and links of mails that act by themselves stay in the browser. */
function appleAssociation({ team, bundle }: NonNullable<Settings["ios_app"]>) {
  const app = `${team}.${bundle}`;
  const components = [{ "/": "/api/*", exclude: true }, { "/": "/download/*", exclude: true }, { "/": "*" }];
  return { applinks: { details: [{ appIDs: [app], components }] }, webcredentials: { apps: [app] } };
}

/** RFC 9309. Private pages send their own noindex. */
function robots(origin: string, indexed: boolean): string {
  if (!indexed) return "User-agent: *\nDisallow: /\n";
  return `User-agent: *\nDisallow: /api/\nDisallow: /media/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

function sitemap(origin: string): string {
  const pages = [...PAGES, ...PAGES_OF_CALLS, "/signup", "/login", "/complaints"];
  const entries = pages.map((path) => `  <url><loc>${origin}${path}</loc></url>\n`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
}

/** RFC 9116. */
function securityTxt(origin: string, { settings, now }: Site): string {
  const ends = new Date(Math.floor(now / DAY) * DAY + 30 * DAY).toISOString();
  return [
    `Contact: mailto:${settings.support_email}`,
    `Expires: ${ends}`,
    `Preferred-Languages: ${settings.languages.join(", ")}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ].join("\n");
}
