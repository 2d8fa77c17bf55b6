import { expect, test } from "vitest";
import { answerWellKnown } from "./well-known.ts";

const settings = {
  ...{ domain: "liaison.example", support_email: "help@liaison.example", languages: ["en", "nl"] },
  ...{ android_app: null, ios_app: null },
};
const now = Date.UTC(2026, 10, 28, 9, 30);
const ask = (path: string, { indexed = true, host = "liaison.example", apps = {} } = {}) =>
  answerWellKnown(new URL(`https://${host}${path}`), { settings: { ...settings, ...apps } as never, indexed, now });

test("robots may read a site and find its map, and nothing of a preview", async () => {
  const robots = "User-agent: *\nDisallow: /api/\nDisallow: /media/\n\nSitemap: https://liaison.example/sitemap.xml\n";
  expect(await ask("/robots.txt")?.text()).toBe(robots);
  expect(await ask("/robots.txt", { host: "www.liaison.example" })?.text()).toBe(robots);
  expect(await ask("/robots.txt", { indexed: false })?.text()).toBe("User-agent: *\nDisallow: /\n");
  expect(ask("/sitemap.xml", { indexed: false })).toBeNull();
  for (const path of ["/robots", "/robots.txt/", "/.well-known/", "/.well-known/other"]) expect(ask(path)).toBeNull();
});

test("the map names public pages of this host, and no member", async () => {
  const map = ask("/sitemap.xml");
  expect(map?.headers.get("content-type")).toBe("application/xml");
  const pages = [...((await map?.text()) ?? "").matchAll(/<loc>https:\/\/liaison\.example(\/[^<]*)<\/loc>/g)].map(
    ([, path]) => path,
  );
  expect(pages).toEqual(expect.arrayContaining(["/", "/signup", "/terms", "/pricing", "/landers/gallery"]));
  expect(pages.filter((path) => path?.startsWith("/members"))).toEqual([]);
  expect(new Set(pages).size).toBe(pages.length);
});

test("who finds a hole reads where to tell it, and until when that is true (RFC 9116)", async () => {
  expect(await ask("/.well-known/security.txt")?.text()).toBe(
    [
      "Contact: mailto:help@liaison.example",
      "Expires: 2026-12-28T00:00:00.000Z",
      "Preferred-Languages: en, nl",
      "Canonical: https://liaison.example/.well-known/security.txt",
      "",
    ].join("\n"),
  );
});

test("a password manager finds the page of passkeys on the host that it asked, and the page of the password", async () => {
  const page = "https://www.liaison.example/settings/passkeys";
  expect(await ask("/.well-known/passkey-endpoints", { host: "www.liaison.example" })?.json()).toEqual({
    enroll: page,
    manage: page,
  });
  expect(ask("/.well-known/change-password")?.headers.get("location")).toBe("/settings/password");
});

test("an app is named to its system, and none where the site has none", async () => {
  const paths = ["/.well-known/assetlinks.json", "/.well-known/apple-app-site-association"] as const;
  for (const path of paths) expect(ask(path)).toBeNull();
  const certificates = [Array.from({ length: 32 }, () => "AB").join(":")];
  const apps = {
    android_app: { package: "nl.liaison.dating", certificates },
    ios_app: { team: "ABCDE12345", bundle: "nl.liaison.dating" },
  };
  const [android, apple] = await Promise.all(paths.map((path) => ask(path, { apps })?.json<never>()));
  expect(android).toMatchObject([
    { target: { namespace: "android_app", package_name: "nl.liaison.dating", sha256_cert_fingerprints: certificates } },
  ]);
  expect(apple).toMatchObject({
    applinks: { details: [{ appIDs: ["ABCDE12345.nl.liaison.dating"] }] },
    webcredentials: { apps: ["ABCDE12345.nl.liaison.dating"] },
  });
  expect(ask(paths[1], { apps })?.headers.get("content-type")).toBe("application/json");
});
