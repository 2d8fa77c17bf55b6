import { html } from "hono/html";
import type { Translate } from "#locales/index.ts";
import { formatTimeInZone, type Reader } from "#worker/platform/dates.ts";

/** Self-contained: no styles or links of the site. */
export function readme(t: Translate, site: string, names: string[], now: number, reader: Reader): Uint8Array {
  const page = html`<!doctype html>
<html lang="${t.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t("leaving.export.readme.title", { site })}</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}</style>
</head>
<body>
<h1>${t("leaving.export.readme.title", { site })}</h1>
<p>${t("leaving.export.readme.made", { date: formatTimeInZone(now, reader) })}</p>
<p>${t("leaving.export.readme.files")}</p>
<p>${t("leaving.export.readme.missing")}</p>
<ul>
${names.map((name) => html`<li><a href="${name}">${name}</a></li>\n`)}
</ul>
</body>
</html>
`;
  return new TextEncoder().encode(page.toString());
}
