import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { applyDomains } from "#scripts/domains.ts";
import { testDomains } from "#tests/setup/domains.ts";
import { withIcons } from "#worker/sites/pwa/draw.ts";
import { type IconPath, iconAddress, PNG_ICONS, SHARE_PICTURE, SVG_ICON } from "./icons.vocabulary.ts";

const paths = [SVG_ICON, SHARE_PICTURE.path, ...Object.keys(PNG_ICONS)] as IconPath[];
const domains = testDomains();
const domain = domains.find(({ file }) => file.hosts.includes("localhost"));
if (!domain) throw new Error("no domain for localhost");
const { version, icons } = domain;

const ask = (path: string) =>
  exports.default.fetch(new Request(`http://localhost${path}`, { headers: { cookie: "dismissed=entry-t0" } }));

test("an icon, which any cache may keep, carries nobody's cookie; a page renews it", async () => {
  const icon = await ask("/icons/192.png");
  expect(icon.status).toBe(200);
  expect(icon.headers.get("cache-control")).toMatch(/^public/);
  expect(icon.headers.get("set-cookie")).toBeNull();
  expect((await ask("/api/settings.php")).headers.get("set-cookie")).toMatch(/^dismissed=/);
});

test.each(paths)("%s is the stored icon, cached a year under its version and a day under others", async (path) => {
  const icon = await ask(iconAddress(path, version));
  expect([icon.status, icon.headers.get("content-type"), icon.headers.get("cache-control")]).toEqual([
    200,
    path === SVG_ICON ? "image/svg+xml" : "image/png",
    "public, max-age=31536000, immutable",
  ]);
  expect(Buffer.from(await icon.arrayBuffer()).toString("base64")).toBe(icons.find((one) => one.path === path)?.base64);
  for (const other of [path, iconAddress(path, "0")])
    expect((await ask(other)).headers.get("cache-control")).toBe("public, max-age=86400");
});

test("an unknown icon is not found", async () => {
  for (const path of ["/icons/193.png", "/icons/", "/icons/toString", `/icons/192.png/x?v=${version}`])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
});

test("the manifest names the icons by their version", async () => {
  const { icons: named, shortcuts } = await (await ask("/manifest.webmanifest")).json<Record<string, { src: string }[]>>();
  expect(named?.map(({ src }) => src)).toEqual(
    (["/icons/192.png", "/icons/512.png", "/icons/maskable-512.png", SVG_ICON] as const).map((path) =>
      iconAddress(path, version),
    ),
  );
  expect(shortcuts).toHaveLength(2);
});

test("a picture that another app shares leads to the own photos, from no page and without being read", async () => {
  const { share_target: target } = await (await ask("/manifest.webmanifest")).json<{ share_target: { action: string } }>();
  const body = new FormData();
  body.set("photos", new File(["x"], "x.png"));
  for (const origin of ["null", "https://evil.example"]) {
    const headers = { origin, cookie: "dismissed=entry-t0" };
    const answer = await exports.default.fetch(
      new Request(`http://localhost${target.action}`, { method: "POST", headers, body, redirect: "manual" }),
    );
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/profile"]);
  }
});

test("a changed colour or name makes new icons under a new version, and no other change does", () => {
  const changed = (settings: object) => {
    const [{ version: found } = { version: "" }] = withIcons([
      { ...domain.file, settings: { ...domain.file.settings, ...settings } },
    ]);
    return found;
  };
  expect(changed({ description: "Another" })).toBe(version);
  const versions = [version, changed({ theme: { primary: "#123456" } }), changed({ name: "Ahoi" })];
  expect(new Set(versions).size).toBe(3);
});

test("applying a changed colour replaces the stored icons, and a removed domain takes its own along", async () => {
  const stored = async () => {
    const { results } = await env.DB.prepare(
      "SELECT domain_id, version, count(*) AS n FROM domain_icons GROUP BY 1, 2 ORDER BY 1",
    ).all();
    return results;
  };
  const rows = domains.map(({ file, version: one }) => ({ domain_id: file.id, version: one, n: paths.length }));
  expect(rows.length).toBeGreaterThan(1);
  expect(await stored()).toEqual(rows.toSorted((a, b) => (a.domain_id < b.domain_id ? -1 : 1)));
  const theme = { ...domain.file.settings.theme, primary: "#123456" };
  const [repainted] = withIcons([{ ...domain.file, settings: { ...domain.file.settings, theme } }]);
  if (!repainted) expect.unreachable();
  await applyDomains(env.DB, [repainted], Date.now());
  expect(await stored()).toEqual([{ domain_id: domain.file.id, version: repainted.version, n: paths.length }]);
  expect(await (await ask("/icons/icon.svg")).text()).toContain('fill="#123456"');
  await applyDomains(env.DB, domains, Date.now());
});
