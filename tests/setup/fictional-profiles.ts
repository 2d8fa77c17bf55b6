import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { connect } from "#db/client.ts";
import { type Attribute, eachAttribute } from "#db/schema/attribute-table.ts";
import { staffAudit } from "#db/schema/index.ts";
import { createFictionalStore } from "#worker/backoffice/fictional/fictional.store.ts";
import { createFictional } from "#worker/backoffice/fictional/fictional.ts";
import { createFictionalPhotosStore } from "#worker/backoffice/fictional/fictional-photos.store.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { runSql } from "./actions.ts";
import { addMember } from "./add-member.ts";
import { memberContext } from "./member-context.ts";
import { staffContext } from "./staff-context.ts";

const db = connect(env.DB);
const { fictional, domainsStore } = servicesOf(env);
export const NOW = Date.now();
export const ON = { settings: { fictional_profiles: true } };
export const SITE = "liaison";
export const olga = staffContext("operator", NOW);

const BLANK = {
  ...{ question_1: "", answer_1: "", question_2: "", answer_2: "", question_3: "", answer_3: "" },
  ...eachAttribute<Record<Attribute, string>>(() => ""),
};
/** What the form of a fictional profile sends. */
/** Digits by chance may look like a number to call. */
const lettersOf = (id: string) => id.replaceAll(/\d/g, "").slice(0, 8);

export const saidOf = () => ({
  ...{ ...BLANK, name: `Nova${lettersOf(newId())}`, date_of_birth: "1990-05-17", gender: "female", looking_for: "male" },
  ...{ country: "NL", town: "Amsterdam", about: "I read slowly and cook fast.", chosen: "coffee", hair: "brown" },
});

/** By an operator. */
export const makeFictional = (more: object = {}, rooms: Pick<typeof fictional, "addFictional"> = fictional) =>
  rooms.addFictional(olga, { site: SITE, ...saidOf(), ...more });

/** A member who looks for it, where the site has such profiles. */
export async function readerOf() {
  const id = await addMember();
  await runSql("UPDATE profiles SET gender = 'male', looking_for = 'female' WHERE id = ?", id);
  return memberContext(id, { now: NOW, ...ON });
}

export const actionsOn = async (id: string) =>
  (await db.select().from(staffAudit)).filter(({ objectId }) => objectId === id).map(({ action }) => action);

export async function siteWith(changed: Partial<Domain["settings"]>, api?: Domain["api"]): Promise<Domain> {
  const domain = (await domainsStore.findById(SITE)) ?? expect.unreachable();
  return { ...domain, settings: { ...domain.settings, ...changed }, api: api ?? domain.api };
}

/** The rules where the site is another one, without limits. */
export function roomsAt(domain: Domain) {
  const nothing = async () => {};
  const deps = {
    ...{ store: createFictionalStore(db), photos: createFictionalPhotosStore(db), regionsOf: () => [] },
    limits: { hit: async () => ({ allowed: true, retryAfterMs: 0 }) } as never,
    ...{ cursors: {} as never, domainOf: async () => domain, open: async () => null, announceChange: nothing, after: () => {} },
  };
  return { ...deps, rooms: createFictional(deps) };
}
