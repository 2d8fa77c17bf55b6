import type { SQL } from "drizzle-orm";
import type { Attribute } from "#db/schema/attribute-table.ts";
import type { LookingFor, ShownIn } from "#db/schema/attributes.ts";
import { blocks, profiles } from "#db/schema/index.ts";
import { type Aliased, aliased, sql } from "#db/sql.ts";
import type { WishFilter } from "#worker/discovery/wishes/wish-filter.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";
import type { CandidateFilter } from "./candidate-filter.ts";
import { code, codes } from "./search-filters.sql.ts";
import { suits } from "./two-way.sql.ts";
import type { OwnFacts } from "./two-way.ts";

const b = aliased(blocks, "b");
const p = aliased(profiles, "p");
const v = aliased(profiles, "v");

interface Mutual {
  genders: readonly ShownIn[];
  lookingFor: readonly LookingFor[];
}
/** Read from the viewer's row: a page's rows may be read before its viewer is known. `only`: all of the site look for one gender. */
interface Stored {
  only: boolean;
}

/** For whom a list of members is made. */
export interface Audience {
  /** Neither this member nor a block in either direction. Null for a visitor. */
  viewerId: string | SQL | null;
  /** The domain shows fictional profiles. */
  fictional: boolean;
  /** Both look for each other. Null where the list has a filter by gender instead. */
  mutual: Mutual | Stored | null;
  /** Null where the list has filters of its own. */
  wishes: WishFilter | null;
  /** Leaves out whom the viewer does not suit. Null where the list has it as a filter, or shows everybody. */
  own: OwnFacts | null;
}

export function audienceOf({ id, genders, lookingFor, fictional, wishes, own }: CandidateFilter): Audience {
  return { viewerId: id, fictional, mutual: { genders, lookingFor }, wishes, own };
}

/**
 * Who may be shown to whom: each list of members asks this, and nothing else does. Likes, visits, chats and grants name two
 * who know of each other and do not ask it. `columns` reads the profile alone and is asked first; `others` costs rows.
 * Decision 91.
 */
export function shownTo(audience: Audience, on: Aliased<typeof profiles> = p): { columns: SQL; others: SQL } {
  const { viewerId, fictional, mutual, wishes, own } = audience;
  const columns = [viewerId === null ? sql`${on.shownToVisitors} = 1` : sql`${on.id} <> ${viewerId}`];
  if (!fictional) columns.push(sql`${on.fictional} = 0`);
  if (mutual) columns.push("only" in mutual ? storedFit(viewerId, mutual, on) : mutualFit(mutual, on));
  if (wishes) columns.push(...wished(wishes, on));
  if (own) columns.push(suits(own, on));
  return { columns: allOf(columns), others: viewerId === null ? sql`true` : unblocked(viewerId, on) };
}

/** Joined as text, so that a statement without parameters stays one. */
function allOf(conditions: SQL[]): SQL {
  return conditions.reduce((all, condition) => sql`${all} AND ${condition}`);
}

/** What `columns` of `shownTo` reads: a subquery that stands for the profiles has to have it. */
export function columnsRead({ viewerId, wishes, own }: Pick<Audience, "viewerId" | "wishes" | "own">): SQL {
  const columns = [p.id, p.gender, p.lookingFor, p.fictional];
  if (viewerId === null) columns.push(p.shownToVisitors);
  if (wishes && (wishes.bornAfter ?? wishes.bornUntil)) columns.push(p.birthDate);
  if (wishes?.within || own) columns.push(p.cell);
  if (own) columns.push(p.seenFrom, p.seenTo, p.seenWithin);
  columns.push(...Object.keys(wishes?.traits ?? {}).map((attribute) => p[attribute as Attribute]));
  return sql.join(columns, sql`, `);
}

function mutualFit({ genders, lookingFor }: Mutual, on: Aliased<typeof profiles>): SQL {
  return sql`${on.gender} IN (${codes(genders)}) AND ${on.lookingFor} IN (${codes(lookingFor)})`;
}

function storedFit(viewerId: Audience["viewerId"], { only }: Stored, on: Aliased<typeof profiles>): SQL {
  const own = (column: SQL) => sql`(SELECT ${column} FROM ${v} WHERE ${v.id} = ${viewerId})`;
  const theirs = sql`(${on.lookingFor} IN (${own(v.gender)}, 'everyone') OR ${own(v.gender)} = 'both')`;
  return only ? theirs : sql`${theirs} AND (${own(v.lookingFor)} IN (${on.gender}, 'everyone') OR ${on.gender} = 'both')`;
}

/** Who has not said what a deal-breaker asks is left out, as in a search by it. */
export function wished({ bornAfter, bornUntil, within, traits }: WishFilter, on: Aliased<typeof profiles> = p): SQL[] {
  const conditions: SQL[] = [];
  if (bornAfter !== null) conditions.push(sql`${on.birthDate} > ${code(bornAfter)}`);
  if (bornUntil !== null) conditions.push(sql`${on.birthDate} <= ${code(bornUntil)}`);
  for (const [attribute, wanted] of Object.entries(traits))
    conditions.push(sql`${on[attribute as Attribute]} IS ${code(wanted)}`);
  if (within !== null) conditions.push(sql`(${townsJson(within)} ->> CAST(${on.cell} AS TEXT)) IS NOT NULL`);
  return conditions;
}

/** One parameter however many towns: D1 bounds the length of a statement. */
function townsJson(cells: readonly number[]): string {
  return JSON.stringify(Object.fromEntries(cells.map((cell) => [cell, 1])));
}

/** True when neither the viewer nor the profile has blocked the other. Nor is the viewer on the profile's list (decision 142). */
export function unblocked(viewerId: string | SQL, on: Pick<Aliased<typeof profiles>, "id"> = p): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${b} WHERE ${b.blockerId} = ${viewerId} AND ${b.blockedId} = ${on.id})
      AND NOT EXISTS (SELECT 1 FROM ${b} WHERE ${b.blockerId} = ${on.id} AND ${b.blockedId} = ${viewerId})
      AND NOT ${isUnseenBy(on.id, viewerId)}`;
}
