import type { z } from "zod";
import { type Attribute, eachAttribute } from "#db/schema/attribute-table.ts";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { photoResponse } from "#worker/delivery/media/photo-object.ts";
import { isSameText } from "#worker/discovery/signals/text-sketch.ts";
import { sketchesOf } from "#worker/discovery/texts/copied-texts.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { ageOn } from "#worker/platform/dates.ts";
import { AppError, type FieldError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { cleanLine, nameKey } from "#worker/platform/text.ts";
import { domainLanguage } from "#worker/sites/domains/defaults.vocabulary.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { Region } from "#worker/sites/domains/domains.contract.ts";
import type { contract } from "./fictional.contract.ts";
import type { FictionalRow, FictionalStore } from "./fictional.store.ts";
import { FICTIONAL_LOOKED_AT, FICTIONAL_PAGE, FICTIONAL_PHOTOS } from "./fictional.vocabulary.ts";
import { checkWords, columnsOf, type FictionalWords, offeredBy, type Typed, townText } from "./fictional-form.ts";
import type { FictionalPhotosStore } from "./fictional-photos.store.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

export interface FictionalDeps {
  store: FictionalStore;
  photos: FictionalPhotosStore;
  limits: Limits;
  cursors: Cursors;
  regionsOf(country: string): Region[];
  domainOf(id: string): Promise<Domain | null>;
  open(key: string, size: "full" | "card"): Promise<R2ObjectBody | null>;
  /** Tells open pages of those who talk with it, or like it. */
  announceChange(id: string): Promise<void>;
  after(work: Promise<unknown>): void;
}

/** Staff make profiles only where members may see them: decision 139. */
export function hasFictional({ settings, api }: Pick<Domain, "settings" | "api">): boolean {
  return settings.fictional_profiles && api.mode !== "proxy";
}

/** A member has said nearly the same: an invented profile says nothing of a person. */
const COPIED = "A member of this site says nearly this. Write words of your own.";

export async function countAct({ limits }: Pick<FictionalDeps, "limits">, { viewer, now }: StaffMemberContext): Promise<void> {
  refuseOver(await limits.hit(...limitOf("staffFictional", { staff: viewer.id }), now));
}

/** Fictional profiles, which staff make and keep: decision 139. */
export function createFictional(deps: FictionalDeps) {
  const { store, photos, cursors, regionsOf, domainOf, open, announceChange, after } = deps;

  /** @throws not_found */
  async function found(id: string): Promise<{ row: FictionalRow; domain: Domain }> {
    const row = await store.find(id);
    const domain = row && (await domainOf(row.domainId));
    if (!row || !domain) throw new AppError("not_found");
    return { row, domain };
  }

  /** @throws invalid */
  async function refuseWords(
    words: FictionalWords,
    problems: FieldError[],
    of: { id: string; pool: string; held: FictionalWords | null },
  ) {
    const all = [...problems];
    const sketches = sketchesOf(words, words.name);
    for (const { part, sketch } of await store.alike(of.id, of.pool, sketches)) {
      const own = sketches.find((one) => one.part === part);
      if (!own || !isSameText(own.sketch, sketch)) continue;
      const slot = words.prompts.findIndex(({ question }) => question === part);
      all.push({ field: slot < 0 ? "about" : `answer_${slot + 1}`, code: "repeated", text: COPIED });
    }
    if (all.length > 0) throw invalid(...all);
  }

  async function named<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (violationOf(error)?.kind === "unique") throw invalid({ field: "name", code: "name_taken" });
      throw error;
    }
  }

  return {
    /** @throws invalid */
    async fictionalProfiles(
      { now }: StaffMemberContext,
      input: Input<"fictionalProfiles">,
    ): Promise<Output<"fictionalProfiles">> {
      const wanted = {
        ...{ site: input.site || null, state: input.state || null, gender: input.gender || null },
        name: nameKey(cleanLine(input.name)),
      };
      const scope = `fictional ${JSON.stringify(wanted)}`;
      const before = input.after === undefined ? null : cursors.decode(input.after, ["number", "string"], scope);
      const [sites, { found: rows, last }] = await Promise.all([
        store.sites(),
        store.list(wanted, before, FICTIONAL_PAGE, FICTIONAL_LOOKED_AT),
      ]);
      return {
        profiles: rows.map(({ birthDate, domainId, status, createdAt, ...one }) => ({
          ...one,
          ...{ age: ageOn(birthDate, now), state: stateOf(status), at: iso(createdAt) },
          site: sites.find(({ id }) => id === domainId)?.name ?? domainId,
        })),
        sites: sites.map(({ id, name, on }) => ({ id, name: name ?? id, on: on === 1 })),
        next: last && cursors.encode(last, scope),
      };
    },

    /** @throws not_found */
    async fictionalForm(_: StaffMemberContext, { site }: Input<"fictionalForm">): Promise<Output<"fictionalForm">> {
      const domain = await domainOf(site);
      if (!domain) throw new AppError("not_found");
      return { site: siteOf(domain), offered: offeredBy(domain) };
    },

    /** @throws not_found */
    async fictionalProfile({ now }: StaffMemberContext, { id }: Input<"fictionalProfile">): Promise<Output<"fictionalProfile">> {
      const { row, domain } = await found(id);
      const { words } = row;
      const { birthDate, lookingFor, region: _, city: __, attributes, ...said } = words;
      return {
        ...{ id, site: siteOf(domain), offered: offeredBy(domain), state: stateOf(row.status), banned: row.banned },
        ...{ age: ageOn(birthDate, now), at: iso(row.createdAt), base: await sha256(row.state) },
        stored: {
          ...{ ...said, date_of_birth: birthDate, looking_for: lookingFor, town: townText(words, regionsOf(words.country)) },
          attributes: Object.fromEntries(
            Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== null),
          ),
        },
        photos: (await photos.of(id)).map(({ id: photo, main, status, origin, source, by }) => {
          return { id: photo, main: main === 1, shown: status === "active", origin, source: source ?? "", by: by ?? "" };
        }),
        photo_limit: FICTIONAL_PHOTOS,
      };
    },

    /** @throws not_found */
    async fictionalPicture(_: StaffMemberContext, { photo, size }: Input<"fictionalPicture">): Promise<Response> {
      const key = await photos.keyOf(photo);
      const file = key && (await open(key, size));
      if (!file) throw new AppError("not_found");
      return photoResponse(file);
    },

    /** @throws not_found forbidden invalid too_many_requests */
    async addFictional(ctx: StaffMemberContext, input: Input<"addFictional">): Promise<Output<"addFictional">> {
      const { now } = ctx;
      const domain = await domainOf(input.site);
      if (!domain) throw new AppError("not_found");
      if (!hasFictional(domain)) throw new AppError("forbidden");
      await countAct(deps, ctx);
      const { words, problems } = checkWords(typedOf(input), null, { domain, regionsOf, now });
      const { pool } = domain;
      const id = newId();
      await refuseWords(words, problems, { id, pool, held: null });
      const audit = auditRow(ctx, { action: "make fictional", object: "fictional", id });
      const made = { id, pool, domainId: domain.id, language: domainLanguage(domain.settings), now };
      await named(() => store.add(made, columnsOf(words), audit));
      return { id };
    },

    /** @throws not_found forbidden conflict invalid too_many_requests */
    async changeFictional(
      ctx: StaffMemberContext,
      { id, base, ...input }: Input<"changeFictional">,
    ): Promise<Output<"changeFictional">> {
      const { row, domain } = await found(id);
      if (!hasFictional(domain)) throw new AppError("forbidden");
      if (stateOf(row.status) === "ended") throw new AppError("not_found");
      await countAct(deps, ctx);
      if ((await sha256(row.state)) !== base) throw new AppError("conflict");
      const { words, problems } = checkWords(typedOf(input), row.words, { domain, regionsOf, now: ctx.now });
      await refuseWords(words, problems, { id, pool: row.pool, held: row.words });
      const audit = auditRow(ctx, { action: "change fictional", object: "fictional", id });
      const changed = await named(() => store.change(id, row.state, columnsOf(words), audit));
      if (!changed) throw new AppError("conflict");
      after(announceChange(id));
      return {};
    },

    /** @throws not_found forbidden conflict too_many_requests */
    async switchFictional(ctx: StaffMemberContext, { id, to }: Input<"switchFictional">): Promise<Output<"switchFictional">> {
      const { domain } = await found(id);
      if (to === "active" && !hasFictional(domain)) throw new AppError("forbidden");
      await countAct(deps, ctx);
      const action = to === "hidden" ? "hide fictional" : "show fictional";
      if (!(await store.switchTo(id, to, auditRow(ctx, { action, object: "fictional", id })))) throw new AppError("conflict");
      after(announceChange(id));
      return {};
    },

    /** @throws not_found invalid conflict too_many_requests */
    async endFictional(ctx: StaffMemberContext, { id, sure }: Input<"endFictional">): Promise<Output<"endFictional">> {
      await found(id);
      if (!sure) throw invalid({ field: "sure", code: "required" });
      await countAct(deps, ctx);
      if (!(await store.end(id, ctx.now, auditRow(ctx, { action: "end fictional", object: "fictional", id }))))
        throw new AppError("conflict");
      after(announceChange(id));
      return {};
    },
  };
}

function siteOf(domain: Domain) {
  return { id: domain.id, name: domain.settings.name, on: hasFictional(domain) };
}

export function stateOf(status: FictionalRow["status"]) {
  return status === "active" || status === "hidden" ? status : ("ended" as const);
}

function typedOf(input: Omit<Input<"addFictional">, "site">): Typed {
  return { ...input, ...eachAttribute<Record<Attribute, string>>((attribute) => input[attribute]) };
}

const iso = (at: number) => new Date(at).toISOString();
