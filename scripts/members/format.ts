import { z } from "zod";
import { ATTRIBUTE_NAMES, ATTRIBUTES, BY_CONSENT } from "#db/schema/attribute-table.ts";
import { GENDERS, LOOKING_FOR } from "#db/schema/attributes.ts";

const MOST_PHOTOS = 30;

const id = z.string().min(1).max(100).describe("The member's id in the other system");
const time = z.iso.datetime({ offset: true }).describe("ISO 8601 with time zone");
const text = z.string().max(20_000);

const photo = z.union([
  z.strictObject({ path: z.string().describe("Relative to the file"), private: z.boolean().optional() }),
  z.strictObject({ url: z.url(), private: z.boolean().optional() }),
]);

const legacyHash = z.union([
  z.string().max(500).describe("As the other system stored it: $2y$…, $argon2id$…, $P$…, pbkdf2_sha256$…, scrypt$…, sha1$salt$…"),
  z.strictObject({
    template: z.string().max(200).describe("For example sha256($salt.$password)"),
    salt: z.string().max(500).optional(),
    hash: z.string().max(200).describe("Hex"),
  }),
]);

const consent = z.strictObject({ kind: z.string(), text: z.string(), version: z.string().optional(), accepted_at: time });

/** The first line. */
const source = z.strictObject({
  type: z.literal("source"),
  name: z.string().min(1).max(100).describe("Name of the other system, as members know it"),
});

const member = z.strictObject({
  type: z.literal("member"),
  id,
  email: z.string().max(254),
  name: z.string().max(100),
  birth_date: z.iso.date(),
  gender: z.enum(GENDERS),
  looking_for: z.enum(LOOKING_FOR),
  country: z.string().length(2).describe("ISO 3166-1 alpha-2"),
  region: z.string().optional().describe("Code of a region of the site"),
  city: z.string().optional().describe("A town of the region, or of the country"),
  language: z.string().optional(),
  about: text.optional(),
  attributes: z
    .strictObject(
      Object.fromEntries(
        ATTRIBUTE_NAMES.filter((name) => !BY_CONSENT.includes(name)).map((name) => [
          name,
          z.enum(ATTRIBUTES[name].codes).optional(),
        ]),
      ),
    )
    .optional(),
  interests: z.array(z.string()).optional(),
  joined: time,
  last_seen: time.optional(),
  hidden: z.boolean().optional(),
  banned: z.boolean().optional().describe("Not imported; the address may not sign up"),
  consents: z.array(consent).optional(),
  credits: z.int().min(0).max(1_000_000).optional(),
  legacy_hash: legacyHash.optional(),
  photos: z.array(photo).max(MOST_PHOTOS).optional().describe("The main photo first"),
  old_paths: z.array(z.string().startsWith("/").max(500)).max(10).optional().describe("Paths that lead to the profile"),
});

const like = z.strictObject({ type: z.literal("like"), from: id, to: id, at: time, seen: z.boolean().optional() });
const block = z.strictObject({ type: z.literal("block"), from: id, to: id, at: time });
const conversation = z.strictObject({
  type: z.literal("conversation"),
  members: z.tuple([id, id]),
  messages: z
    .array(z.strictObject({ from: id, text: text.min(1), at: time }))
    .min(1)
    .describe("Oldest first"),
  read: z.record(id, time).optional().describe("By member: everything until then is read"),
});

export const lineSchema = z.discriminatedUnion("type", [source, member, like, block, conversation]);
export type ImportLine = z.output<typeof lineSchema>;
export type ImportMember = z.output<typeof member>;
export type ImportPhoto = z.output<typeof photo>;
export type ImportConversation = z.output<typeof conversation>;

/** Of one line, for docs/operating/import.schema.json. */
export function importSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(lineSchema, { io: "input" }), null, 2)}\n`;
}
