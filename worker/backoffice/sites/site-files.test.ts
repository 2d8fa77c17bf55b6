import { env } from "cloudflare:workers";
import { decode } from "fast-png";
import { beforeEach, expect, test } from "vitest";
import { applyDomains } from "#scripts/domains.ts";
import { runSql } from "#tests/setup/actions.ts";
import { testDomains } from "#tests/setup/domains.ts";
import { cmapOf, fontOf, woff2 } from "#tests/setup/fonts.ts";
import { pngFile } from "#tests/setup/png-file.ts";
import { untouched } from "#tests/setup/site-form.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { type Assets, DRAWN_NAME, MAIL_LOGO_NAME, SOURCE_NAME } from "#worker/sites/domains/assets.vocabulary.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { fieldsOfSection } from "./site-draft.ts";
import type { SiteFileUpload } from "./site-files.contract.ts";

const { sites, siteFiles, domainsStore } = servicesOf(env);
const SITE = "liaison";
const SVG = '<svg viewBox="0 0 2 1" data-editor="x"><title>Logo</title><path d="M0 0h2v1H0z" fill="#147850"/></svg>';
let olga: StaffMemberContext;

const drawing = (text: string) => new File([text], "logo.svg");
const upload = (slot: SiteFileUpload["slot"], file: File, more: Partial<SiteFileUpload> = {}): SiteFileUpload => ({
  ...{ site: SITE, slot, replaces: "", file },
  ...more,
});
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, fields }: AppError) => (fields[0] ? `${fields[0].field}: ${fields[0].text}` : code),
  );
const site = async () => (await domainsStore.findById(SITE)) ?? expect.unreachable();
const assets = async (): Promise<Assets> => (await site()).assets;
const kept = async (hash: string | undefined, name: string) => {
  const data = await domainsStore.findAsset(SITE, hash ?? "", name);
  return data === null ? null : Buffer.from(data, "base64");
};
/** Red, green and blue of a pixel near the edge and in the middle of the maskable icon. */
const maskable = async () => {
  const icon = (await domainsStore.findIcon(SITE, "/icons/maskable-512.png")) ?? expect.unreachable();
  const { data, width } = decode(Buffer.from(icon.data, "base64"));
  return [8, 256].map((at) => [...data.slice((at * width + at) * 4, (at * width + at) * 4 + 3)]);
};

beforeEach(async () => {
  await applyDomains(env.DB, testDomains(), Date.now());
  olga = { ...staffContext("operator", Date.now()), origin: "http://staff.localhost:8787" };
  await runSql(
    `INSERT INTO staff_members (id, name, email, role, password_hash, created_at) VALUES (?1, 'Mo', ?2, 'operator', 'x', 1)`,
    ...[olga.viewer.id, `${olga.viewer.id}@staff.example`],
  );
});

test("a logo from the browser is live in all its sizes, goes and comes back with the versions, and is kept as handed in", async () => {
  const { version: before } = await sites.staffSite(olga, { site: SITE });
  const file = pngFile(400, 100);
  const { version } = await siteFiles.putSiteFile(olga, upload("logo", file));
  const { logo } = await assets();
  expect([version, logo]).toEqual([before + 1, { hash: expect.any(String), type: "png", width: 400, height: 100 }]);
  const mail = decode((await kept(logo?.hash, MAIL_LOGO_NAME)) ?? expect.unreachable());
  expect([mail.width, mail.height]).toEqual([256, 64]);
  expect(await kept(logo?.hash, SOURCE_NAME)).toEqual(Buffer.from(await file.arrayBuffer()));
  const shown = (await siteFiles.staffSiteFiles(olga, { site: SITE })).files.find(({ slot }) => slot === "logo");
  expect(shown).toMatchObject({ hash: logo?.hash, shown: expect.stringMatching(/^data:image\/png;base64,/) });

  const gone = await siteFiles.removeSiteFile(olga, { site: SITE, slot: "logo", replaces: logo?.hash ?? "" });
  expect([gone.version, await assets()]).toEqual([version + 1, {}]);
  await sites.restoreSite(olga, { site: SITE, number: version, base: gone.version });
  expect(await assets()).toEqual({ logo });
});

test("a drawing is cleaned as the command does, and what could run is named with its place", async () => {
  const drawn = pngFile(1024, 512);
  expect(
    await refusalOf(
      siteFiles.putSiteFile(olga, upload("logo", drawing(SVG.replace("<path", "\n<path onload='x()'")), { drawn })),
    ),
  ).toBe("file: The file 2:1: onload would run a script.");
  const without = "file: The file is a drawing, of which the browser makes pictures by a script. Without scripts, hand in a PNG.";
  expect(await refusalOf(siteFiles.putSiteFile(olga, upload("logo", drawing(SVG))))).toBe(without);
  const other = { drawn: pngFile(512, 512) };
  expect(await refusalOf(siteFiles.putSiteFile(olga, upload("logo", drawing(SVG), other)))).toContain("could not be drawn");
  expect(await assets()).toEqual({});
  await siteFiles.putSiteFile(olga, upload("logo", drawing(SVG), { drawn }));
  const { logo } = await assets();
  expect((await kept(logo?.hash, "logo.svg"))?.toString()).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1" width="2" height="1"><path d="M0 0h2v1H0z" fill="#147850"></path></svg>'.replace(
      "></path>",
      "/>",
    ),
  );
  const mail = decode((await kept(logo?.hash, MAIL_LOGO_NAME)) ?? expect.unreachable());
  expect([mail.width, mail.height]).toEqual([128, 64]);
});

test("the limits of the command hold: sizes, shapes, endings, letters and licence of a font", async () => {
  const said = async (slot: SiteFileUpload["slot"], file: File, more = {}) =>
    (await refusalOf(siteFiles.putSiteFile(olga, upload(slot, file, more)))).replace("file: The file ", "");
  expect(await said("logo", pngFile(64, 32))).toBe("is 32 pixels high; 64 at least.");
  expect(await said("icon", pngFile(512, 600))).toBe("is not square.");
  expect(await said("hero", pngFile(800, 600))).toBe("is 800 × 600 pixels; its longer side needs 1600 at least.");
  expect(await said("logo", new File(["x"], "logo.gif"))).toBe("is no file of this place: it takes svg, png.");
  expect(await said("logo", new File(["x"], "logo.png"))).toBe("is no PNG.");
  const font = new File([fontOf([0x20, 0x1_7f]) as Uint8Array<ArrayBuffer>], "font.woff2");
  expect(await said("font", font)).toMatch(/^needs font-licence\.txt beside it/);
  const bomb = woff2({ cmap: Buffer.concat([cmapOf([[0x20, 0x1_7f]]), Buffer.alloc(5_000_000)]) }) as Uint8Array<ArrayBuffer>;
  expect(await said("font", new File([bomb], "font.woff2"), { licence: "ours" })).toBe("is no WOFF2 font.");
  expect(await said("font", font, { licence: "SIL Open Font Licence 1.1" })).toBe("done");
  expect(await kept((await assets()).font?.hash, "licence.txt")).toEqual(Buffer.from("SIL Open Font Licence 1.1"));
});

test("two operators: a form that was drawn from another picture is refused, and one of another place is not", async () => {
  await siteFiles.putSiteFile(olga, upload("logo", pngFile(400, 100)));
  expect(await refusalOf(siteFiles.putSiteFile(olga, upload("logo", pngFile(300, 100))))).toBe("conflict");
  const { logo } = await assets();
  expect(logo?.width).toBe(400);
  await siteFiles.putSiteFile(olga, upload("logo_dark", pngFile(300, 100)));
  expect(await assets()).toMatchObject({ logo, logo_dark: { width: 300 } });
  const both = await Promise.all(
    [100, 200].map((width) => refusalOf(siteFiles.putSiteFile(olga, upload("hero", pngFile(1600, width))))),
  );
  expect(both.sort()).toEqual(["conflict", "done"]);
});

test("icons follow at once: an own picture, another colour behind it, and the drawn letter when it goes", async () => {
  await siteFiles.putSiteFile(olga, upload("icon", drawing(SVG.replace("0 0 2 1", "0 0 1 1")), { drawn: pngFile(512, 512) }));
  const { icon } = await assets();
  const middle = [20, 120, 80];
  expect(await kept(icon?.hash, DRAWN_NAME)).not.toBeNull();
  expect((await maskable())[1]).toEqual(middle);
  const { icons } = await site();
  const { version: base } = await sites.staffSite(olga, { site: SITE });
  const looks = {
    ...untouched(fieldsOfSection((await site()) as unknown as DomainFile, "looks")),
    "/settings/theme/primary": "#123456",
  };
  await sites.changeSite(olga, { site: SITE, section: "looks", base, ...looks } as never);
  expect(await maskable()).toEqual([[0x12, 0x34, 0x56], middle]);
  expect((await site()).icons).not.toBe(icons);
  await siteFiles.removeSiteFile(olga, { site: SITE, slot: "icon", replaces: icon?.hash ?? "" });
  expect(await maskable()).not.toContainEqual(middle);
});

test("a drawing that a browser drew badly is replaced by the next upload, until the site shows it", async () => {
  const mailOf = async () => {
    const hash = (await assets()).logo?.hash;
    return decode((await kept(hash, MAIL_LOGO_NAME)) ?? expect.unreachable()).data.slice(0, 3);
  };
  const put = (drawn: File, replaces = "") => siteFiles.putSiteFile(olga, upload("logo", drawing(SVG), { drawn, replaces }));
  const [grey, white] = [pngFile(1024, 512), pngFile(1024, 512, [255, 255, 255, 255])];
  await siteFiles.previewSiteFile(olga, upload("logo", drawing(SVG), { drawn: white }));
  await put(grey);
  const shown = await mailOf();
  expect([...shown]).not.toEqual([255, 255, 255]);
  await put(white, (await assets()).logo?.hash);
  expect(await mailOf()).toEqual(shown);
  await siteFiles.removeSiteFile(olga, { site: SITE, slot: "logo", replaces: (await assets()).logo?.hash ?? "" });
  await put(white);
  expect([...(await mailOf())]).toEqual([255, 255, 255]);
});

test("no version names a file whose bytes a command has deleted meanwhile", async () => {
  await runSql(`CREATE TRIGGER files_gone AFTER INSERT ON domain_assets WHEN NEW.name = '${SOURCE_NAME}' AND NEW.part = 0
    BEGIN DELETE FROM domain_assets WHERE hash = NEW.hash; END`);
  expect(await refusalOf(siteFiles.putSiteFile(olga, upload("logo", pngFile(400, 100))))).toBe("conflict");
  await runSql("DROP TRIGGER files_gone");
  expect(await assets()).toEqual({});
  expect(await refusalOf(siteFiles.putSiteFile(olga, upload("logo", pngFile(400, 100))))).toBe("done");
});

test("a preview shows the picture on a host of its own, and the site stays as it is", async () => {
  const { host } = await siteFiles.previewSiteFile(olga, upload("logo", pngFile(400, 100)));
  const shown = await domainsStore.findByHost(host);
  expect([shown?.assets.logo?.width, await assets()]).toEqual([400, {}]);
  expect(await kept(shown?.assets.logo?.hash, "logo.png")).not.toBeNull();
});
