import { Buffer } from "node:buffer";
import type { z } from "zod";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { StaffMails } from "#worker/backoffice/staff/staff-mails.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { AppError, type FieldCode, invalid } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import { pictureSize } from "#worker/sites/brand/picture-size.ts";
import { ICON_SIDE, makeOf, needsDrawing, type Resize } from "#worker/sites/brand/pictures.ts";
import { checkSource, FILES, partsOf, positionOf, type Say, type SourceFile } from "#worker/sites/brand/sources.ts";
import {
  ASSET_SLOTS,
  type AssetSlot,
  type Assets,
  HERO_WIDTHS,
  heroName,
  logoName,
  type Picture,
  SOURCE_NAME,
} from "#worker/sites/domains/assets.vocabulary.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { isLocal } from "#worker/sites/domains/read-domains.ts";
import type { IconPath } from "#worker/sites/pwa/icons.vocabulary.ts";
import { createSiteChanges } from "./site-changes.ts";
import { fileOf, findSite, readSite, type StandingOf, withAssets } from "./site-draft.ts";
import type { contract, SiteFileUpload } from "./site-files.contract.ts";
import type { FindAsset, SiteIcons } from "./site-icons.ts";
import { showPreview } from "./site-preview.ts";
import type { SitesStore } from "./sites.store.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: SitesStore;
  standingOf: StandingOf;
  icons: SiteIcons;
  findAsset: FindAsset;
  findIcon(id: string, path: IconPath): Promise<{ data: string } | null>;
  resize: Resize;
  mails: Pick<StaffMails, "toOperators"> & Pick<Mails, "dispatch">;
  limits: Limits;
}

const SHOWN_ICON: IconPath = "/icons/192.png";
/** In bytes, of a drawing's PNG. */
const MOST_DRAWN = 1_000_000;

/** Pictures and font of a site in the browser: decision 115. Same checks and files as `npm run domain -- apply`. */
export function createSiteFiles({ store, standingOf, icons, findAsset, findIcon, resize, mails, limits }: Deps) {
  const change = createSiteChanges({ store, standingOf, icons, mails });
  const counted = async ({ viewer, now }: StaffMemberContext) =>
    refuseOver(await limits.hit(...limitOf("staffSites", { staff: viewer.id }), now));

  /** A form names the file that it replaces, so a change of other settings meanwhile is no conflict. @throws conflict */
  async function found({ site, slot, replaces }: Input<"removeSiteFile">) {
    const here = await findSite(store, site);
    const before = readSite(here.row);
    if ((before.assets[slot]?.hash ?? "") !== replaces) throw new AppError("conflict");
    return { ...here, before };
  }

  /** The site with the uploaded file, whose bytes are stored already. @throws invalid conflict not_found */
  async function uploaded(upload: SiteFileUpload) {
    const { slot } = upload;
    const { sites, row, version, before } = await found(upload);
    const { source, asset } = await checkedUpload(upload, before.settings.languages);
    const assets: Assets = { ...before.assets, [slot]: asset };
    const wanted = fileOf(withAssets(sites, row, assets));
    const made = await makeOf(slot, assets, source, resize).catch((error: unknown) => {
      log("warn", "site file not drawn", { slot, reason: String(error).slice(0, 200) });
      throw refused("not_a_picture", "cannot be drawn: save it anew");
    });
    const bytes = { ...made, [SOURCE_NAME]: source.bytes };
    const parts = Object.entries(bytes).flatMap(([name, content]) => partsOf(name, content));
    await store.keepFile(row.id, asset.hash, parts);
    return { row, before, wanted, base: version.number };
  }

  async function shownOf({ id, assets }: DomainFile, slot: AssetSlot): Promise<string | null> {
    if (slot === "icon") return dataOf("image/png", (await findIcon(id, SHOWN_ICON))?.data);
    const asset = assets[slot];
    if (!asset || slot === "font") return null;
    if (slot === "hero") return dataOf("image/webp", await findAsset(id, asset.hash, heroName(HERO_WIDTHS[0])));
    const picture = asset as Picture;
    return dataOf(picture.type === "svg" ? "image/svg+xml" : "image/png", await findAsset(id, asset.hash, logoName(picture)));
  }

  return {
    /** @throws not_found */
    async staffSiteFiles(_: StaffMemberContext, { site }: Input<"staffSiteFiles">): Promise<Output<"staffSiteFiles">> {
      const { row } = await findSite(store, site);
      const file = readSite(row);
      const files = ASSET_SLOTS.map(async (slot) => {
        const { hash = "", type = null, width = null, height = null } = (file.assets[slot] ?? {}) as Partial<Picture>;
        return { slot, hash, type, width, height, shown: await shownOf(file, slot) };
      });
      const local = isLocal({ hosts: JSON.parse(row.hosts) as string[] });
      return { name: file.settings.name, local, files: await Promise.all(files) };
    },

    /** @throws not_found conflict too_many_requests invalid */
    async putSiteFile(ctx: StaffMemberContext, upload: Input<"putSiteFile">): Promise<Output<"putSiteFile">> {
      await counted(ctx);
      const { version } = await change.make(ctx, { ...(await uploaded(upload)), meant: false, action: "change site" });
      return { version };
    },

    /** @throws not_found conflict too_many_requests invalid */
    async previewSiteFile(ctx: StaffMemberContext, upload: Input<"previewSiteFile">): Promise<Output<"previewSiteFile">> {
      await counted(ctx);
      return showPreview(store, ctx, (await uploaded(upload)).wanted, upload.host);
    },

    /** @throws not_found conflict too_many_requests */
    async removeSiteFile(ctx: StaffMemberContext, input: Input<"removeSiteFile">): Promise<Output<"removeSiteFile">> {
      await counted(ctx);
      const { sites, row, version, before } = await found(input);
      const { [input.slot]: _, ...assets } = before.assets;
      const wanted = fileOf(withAssets(sites, row, assets));
      return change.make(ctx, { row, before, wanted, base: version.number, meant: false, action: "change site" });
    },
  };
}

/** @throws invalid, with the texts of the command */
async function checkedUpload({ slot, file, drawn, licence = "" }: SiteFileUpload, languages: readonly string[]) {
  if (!file) throw invalid({ field: "file", code: "required" });
  const problems: string[] = [];
  const say: Say = (message, place) => void problems.push(place ? `${positionOf(place)}: ${message}` : message);
  const ending = endingOf(file.name);
  const { name, endings } = FILES[slot];
  if (!endings.includes(ending)) throw refused("invalid_format", `is no file of this place: it takes ${endings.join(", ")}`);
  const source: SourceFile = { bytes: Buffer.from(await file.arrayBuffer()), licence: slot === "font" ? licence : "" };
  const asset = checkSource(slot, `${name}.${ending}`, source, languages, say);
  if (problems.length > 0 || !asset) throw refused("invalid_format", problems.slice(0, 5).join(". "));
  if (needsDrawing(slot, ending)) source.drawn = await drawnOf(drawn, asset as Picture);
  return { source, asset };
}

/** A browser's picture of a drawing. @throws invalid */
async function drawnOf(drawn: File | undefined, { width, height }: Picture): Promise<Buffer> {
  if (!drawn)
    throw refused(
      "invalid_format",
      "is a drawing, of which the browser makes pictures by a script. Without scripts, hand in a PNG",
    );
  const bytes = Buffer.from(await drawn.arrayBuffer());
  const size = bytes.length <= MOST_DRAWN ? pictureSize(bytes) : null;
  const isOfIt = size && size.height === ICON_SIDE && Math.abs(size.width - (ICON_SIDE * width) / height) <= 2;
  if (size?.type !== "png" || !isOfIt) throw refused("not_a_picture", "could not be drawn by this browser: hand in a PNG");
  return bytes;
}

function endingOf(name: string): string {
  const ending = name.toLowerCase().split(".").at(-1) ?? "";
  return ending === "jpeg" ? "jpg" : ending;
}

function refused(code: FieldCode, text: string): AppError {
  return invalid({ field: "file", code, text: `The file ${text}.` });
}

function dataOf(type: string, base64: string | null | undefined): string | null {
  return base64 ? `data:${type};base64,${base64}` : null;
}
