import { decode } from "fast-png";
import { expect, test } from "vitest";
import { HOLDINGS } from "#db/holdings.ts";
import { ATTRIBUTE_NAMES, attributeRow } from "#db/schema/attribute-table.ts";
import { translator } from "#locales/index.ts";
import { readDomainFiles } from "#scripts/data.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { versionCode } from "./android.ts";
import { KINDS } from "./data-safety.ts";
import { appFiles } from "./files.ts";
import { storePictures } from "./pictures.ts";

const t = await translator("nl");
const certificates = [Array.from({ length: 32 }, () => "AB").join(":")];
const android_app = { package: "nl.liaison.dating", certificates };
const ios_app = { team: "ABCDE12345", bundle: "nl.liaison.dating" };

function siteWith(settings: Partial<DomainFile["settings"]>, more: Partial<DomainFile> = {}): DomainFile {
  const file = readDomainFiles().find(({ id }) => id === "liaison") ?? expect.unreachable();
  return { ...file, ...more, settings: { ...file.settings, domain: "dating.liaison.nl", ...settings } };
}

test("an Android package is named as in the domain file, and shares pictures to the address of the manifest", () => {
  const { files, problems } = appFiles(siteWith({ android_app }), "1.12.3", t);
  expect(problems).toEqual([]);
  expect(JSON.parse(files["android/twa-manifest.json"] as string)).toMatchObject({
    packageId: "nl.liaison.dating",
    host: "dating.liaison.nl",
    appVersionName: "1.12.3",
    appVersionCode: 1_012_003,
    shortcuts: [{ name: t("nav.messages") }, { name: t("nav.likes") }],
    shareTarget: { action: "/shared-photo", method: "POST" },
    fingerprints: [{ value: certificates[0] }],
  });
  expect(Object.keys(files).filter((path) => path.startsWith("ios/"))).toEqual([]);
  expect(versionCode("1.12.4")).toBeGreaterThan(versionCode("1.12.3"));
});

test("texts of both stores exist in each language of the site, and none is too long", () => {
  const site = siteWith({ android_app, ios_app });
  const { files, notes } = appFiles(site, "1.0.0", t);
  const paths = Object.keys(files);
  expect(site.settings.languages.length).toBeGreaterThan(1);
  for (const name of ["title", "short_description", "full_description"])
    expect(paths.filter((path) => path.endsWith(`/${name}.txt`))).toHaveLength(site.settings.languages.length);
  for (const name of ["subtitle", "keywords", "description"])
    expect(paths.filter((path) => path.endsWith(`/${name}.txt`))).toHaveLength(site.settings.languages.length);
  expect(notes.filter((note) => note.includes("characters"))).toEqual([]);
  const long = appFiles(siteWith({ android_app, name: "A name that no store has room for" }), "1.0.0", t);
  expect(long.notes[0]).toMatch(/^title \(da\) has 33 characters; stores take 30/);
});

test("a text says only what the site has", () => {
  const text = (settings: Partial<DomainFile["settings"]>) =>
    appFiles(siteWith({ android_app, ...settings }), "1.0.0", t).files[
      "android/fastlane/metadata/android/en-GB/full_description.txt"
    ] as string;
  expect(text({})).toContain("credits");
  expect(text({ packages: {} })).not.toContain("credits");
  expect(text({ fictional_profiles: true })).toContain("Each of them is labelled");
  expect(text({ fictional_profiles: false, private_photos: false })).not.toMatch(/fictional|Private photos/);
});

test("the App Store's icon has no alpha channel", () => {
  const { files } = appFiles(siteWith({ ios_app }), "1.0.0", t);
  const pictures = storePictures(siteWith({ ios_app }));
  expect(Object.keys(pictures)).toEqual(["ios/icon-1024.png"]);
  const { width, height, channels } = decode(pictures["ios/icon-1024.png"] as Uint8Array);
  expect([width, height, channels]).toEqual([1024, 1024, 3]);
  expect(files["ios/App.entitlements"]).toContain("<string>applinks:dating.liaison.nl</string>");
});

test("a site without an app or without a public host gets no files, and what a store refuses is said", () => {
  expect(appFiles(siteWith({}), "1.0.0", t)).toMatchObject({ files: {}, problems: [expect.stringMatching(/^names no app/)] });
  expect(appFiles(siteWith({ android_app, domain: "localhost" }), "1.0.0", t).problems[0]).toMatch(/public host/);
  const { notes } = appFiles(siteWith({ android_app, packages: {} }, { nudity: "explicit" }), "1.0.0", t);
  expect(notes).toEqual([expect.stringMatching(/nudity/)]);
});

test("the stores are told of every kind of data that a member can say or download", () => {
  const groups = new Set(ATTRIBUTE_NAMES.map((name) => attributeRow(name).group));
  expect([...groups].sort()).toEqual([...new Set(KINDS.flatMap(({ groups = [] }) => groups))].sort());
  const files = new Set(Object.values(HOLDINGS).flatMap(({ download }) => ("file" in download ? [download.file] : [])));
  expect(files.size).toBeGreaterThan(40);
  expect([...files].sort()).toEqual([...new Set(KINDS.flatMap(({ files }) => files))].sort());
});

test("the privacy manifest names what the page of answers names, and a belief only where the site asks for one", () => {
  const written = (visible_profile_fields: DomainFile["settings"]["visible_profile_fields"]) => {
    const { files } = appFiles(siteWith({ ios_app, visible_profile_fields, search_fields: [], voice: true }), "1.0.0", t);
    const manifest = files["ios/PrivacyInfo.xcprivacy"] as string;
    return {
      answers: files["data-safety.md"] as string,
      manifest: [...manifest.matchAll(/<string>NSPrivacyCollectedDataType(?!Purpose)(\w+)</g)].map(([, kind]) => kind),
      entitlements: files["ios/App.entitlements"] as string,
    };
  };
  const { answers, manifest, entitlements } = written(["diet"]);
  expect(answers).toContain("| Personal info: political or religious beliefs | Sensitive Info | religion and diet");
  expect(manifest.length).toBeGreaterThan(10);
  expect(manifest).toEqual([...new Set(KINDS.map((kind) => kind.manifest))]);
  expect(entitlements, "the app has no push messages").not.toContain("aps-environment");
  expect(written(["hair"]).answers).not.toContain("religious");
});
