import { env } from "cloudflare:workers";
import { LISTED_FIRST } from "#worker/discovery/events/events.vocabulary.ts";
import { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { runSql } from "./actions.ts";
import { addMember } from "./add-member.ts";
import { NOON } from "./context.ts";
import { memberContext } from "./member-context.ts";

export const { events } = servicesOf(env);
const ON = { settings: { events: true } };

interface Person {
  gender?: string;
  lookingFor?: string;
  born?: string;
  photo?: boolean;
  status?: string;
}

/** In Amsterdam. */
export async function person({
  gender = "female",
  lookingFor = "male",
  born = "1990-03-01",
  photo = true,
  status = "active",
}: Person = {}) {
  const id = await addMember();
  await runSql(
    `UPDATE profiles SET gender = ?2, looking_for = ?3, birth_date = ?4, main_photo = ?5, status = ?6, region = 'NL-NH', city = 'Amsterdam',
      cell = (SELECT cell FROM events WHERE city = 'Amsterdam' LIMIT 1) WHERE id = ?1`,
    ...[id, gender, lookingFor, born, photo ? id : null, status],
  );
  return id;
}
export const man = (more: Person = {}) => person({ gender: "male", lookingFor: "female", ...more });
export const as = (id: string, now = NOON) => memberContext(id, { ...ON, now });
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: AppError) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );
export const go = async (id: string, event: string, more: object = {}, now = NOON) =>
  events.attend(await as(id, now), { event, attendance: "going", listed: true, ...more });
/** The list is open to who said at noon to go. */
export const LATER = NOON + LISTED_FIRST;
export const seenBy = async (id: string, event: string, now = LATER) =>
  (await events.eventPeople(await as(id, now), { id: event })).people.map((one) => one.id);
