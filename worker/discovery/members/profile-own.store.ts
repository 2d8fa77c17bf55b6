import { and, eq, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "#db/client.ts";
import { batched, rowsOf } from "#db/raw.ts";
import { type Attribute, BY_CONSENT } from "#db/schema/attribute-table.ts";
import { decisions, heldTexts, preferences, profiles } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import type { Alike, TextSketch } from "#worker/discovery/texts/copied-texts.ts";
import { sketchesReplaced, textHeld, textsAlike, textsReplaced } from "#worker/discovery/texts/held-texts.sql.ts";
import type { HeldText, TextChanges, TextsBefore } from "#worker/discovery/texts/held-texts.ts";
import type { ProfileRow } from "./card.ts";
import type { SelfChanges } from "./self-changes.ts";

const h = aliased(heldTexts, "h");
const d = aliased(decisions, "d");

export type ProfileChanges = Partial<
  Pick<
    ProfileRow,
    | "gender"
    | "identity"
    | "lookingFor"
    | "selfChanges"
    | "region"
    | "city"
    | "cell"
    | Attribute
    | "height"
    | "languages"
    | "interests"
    | "intimate"
    | "answers"
    | "about"
    | "prompts"
  >
>;

/** A trip keeps its town. Asks for the consent again with the write: it may have been taken back meanwhile. */
function consented(id: string, changes: ProfileChanges) {
  const stands = sql`EXISTS (SELECT 1 FROM ${preferences} WHERE ${preferences.accountId} = ${id} AND ${preferences.beliefs} = 1)`;
  const said = BY_CONSENT.filter((attribute) => changes[attribute]);
  const asked = said.map((name) => [name, sql`iif(${stands}, ${changes[name]}, NULL)`]);
  const cell = changes.cell === undefined ? {} : { cell: sql`iif(${profiles.stay} IS NULL, ${changes.cell}, ${profiles.cell})` };
  return { ...changes, ...cell, ...(Object.fromEntries(asked) as Partial<Record<Attribute, SQL>>) };
}

type Writer = Pick<ProfileRow, "id" | "pool">;

function heldOf(id: string): SQL {
  return sql`SELECT ${selected(h, ["field", "value", "status", "heldAt"])}, ${d.reason} AS reason
    FROM ${h} LEFT JOIN ${d} ON ${d.id} = ${h.decisionId}
    WHERE ${h.memberId} = ${id} AND ${h.status} <> 'past' ORDER BY ${h.heldAt} DESC`;
}

export type OwnProfileStore = ReturnType<typeof createOwnProfileStore>;

export function createOwnProfileStore(db: Database) {
  return {
    heldQuery: heldOf,

    /** `prefetched` are rows of `heldQuery`. */
    async heldTexts(id: string, prefetched: unknown[][] | null = null): Promise<HeldText[]> {
      const [rows] = (prefetched ?? (await rowsOf<[HeldText]>(db, [heldOf(id)]))) as [HeldText[]];
      return rows;
    },

    async textsBefore({ id, pool }: Writer, sketches: readonly TextSketch[]): Promise<TextsBefore> {
      const looks = sketches.map((sketch) => textsAlike(id, pool, sketch));
      const [held, ...alike] = await rowsOf<[HeldText, ...Alike[]]>(db, [heldOf(id), ...looks]);
      return { held, alike: alike.flat() };
    },

    /** False if other ticks were saved since `profile` was read: each change counts against a limit. */
    async keepTicks({ id, intimate }: Pick<ProfileRow, "id" | "intimate">, ticks: ProfileRow["intimate"]): Promise<boolean> {
      const known = sql`json(${profiles.intimate}) = json(${JSON.stringify(intimate)})`;
      const kept = await db
        .update(profiles)
        .set({ intimate: ticks })
        .where(and(eq(profiles.id, id), known))
        .returning({ id: profiles.id });
      return kept.length > 0;
    },

    /** False if any of it changed since `row` was read: changes are limited, and what was erased stays erased. */
    async keepSelf(row: Pick<ProfileRow, "id" | keyof SelfChanges>, changes: SelfChanges): Promise<boolean> {
      const { id, gender, identity, lookingFor, sexuality, selfChanges } = row;
      const known = sql`${profiles.gender} = ${gender} AND ${profiles.lookingFor} = ${lookingFor}
        AND ${profiles.sexuality} IS ${sexuality} AND json(${profiles.identity}) IS json(${identity && JSON.stringify(identity)})
        AND json(${profiles.selfChanges}) = json(${JSON.stringify(selfChanges)})`;
      const kept = await db
        .update(profiles)
        .set(changes)
        .where(and(eq(profiles.id, id), known))
        .returning({ id: profiles.id });
      return kept.length > 0;
    },

    /** One transaction; the held texts after it. */
    async save({ id, pool }: Writer, changes: ProfileChanges, texts: TextChanges, now: number): Promise<HeldText[]> {
      const held = [
        ...textsReplaced(id, texts),
        ...texts.held.map((one) => textHeld(id, one, now)),
        ...sketchesReplaced(id, pool, texts),
      ];
      const changed =
        Object.keys(changes).length > 0 ? [db.update(profiles).set(consented(id, changes)).where(eq(profiles.id, id))] : [];
      const [first, ...others]: BatchItem<"sqlite">[] = [
        ...changed,
        ...[...held, heldOf(id)].map((one) => batched<HeldText>(db, one)),
      ];
      return first ? ((await db.batch([first, ...others])).at(-1) as HeldText[]) : [];
    },
  };
}
