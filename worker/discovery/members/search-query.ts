import type { Attribute } from "#db/schema/attribute-table.ts";
import type { ShownIn } from "#db/schema/attributes.ts";
import type { Interest } from "#db/schema/interests.ts";
import type { Spoken } from "#db/schema/spoken.ts";
import type { Answers } from "./answers.vocabulary.ts";
import type { Sort } from "./search.vocabulary.ts";
import type { OwnFacts } from "./two-way.ts";

/** Null means no limit. */
export interface Search {
  pool: string;
  /** Excludes this member and blocks in both directions. Null for a visitor. */
  viewerId: string | null;
  genders: readonly ShownIn[];
  country: string | null;
  region: string | null;
  /** ISO date of birth, exclusive. */
  bornAfter: string | null;
  /** Inclusive. */
  bornUntil: string | null;
  traits: Partial<Record<Attribute, string>>;
  /** Choices by question of the domain; a profile has all of them. */
  answers: Answers;
  /** In cm, inclusive. Who has not said it is no match. */
  tallFrom: number | null;
  tallUntil: number | null;
  speaks: Spoken | null;
  interests: readonly Interest[];
  /** All of the interests, otherwise any. */
  everyInterest: boolean;
  /** Active after this time; excludes fictional profiles. */
  activeAfter: number | null;
  /** The same for the last days, those who are away now included. */
  lately: number | null;
  createdAfter: number | null;
  /** Only those with whom the member has a chat in which both wrote. The walk goes along the chats. */
  answered: boolean;
  /** Without profiles that the member has opened since this time (ms). */
  unopened: number | null;
  /** Without profiles that the member has passed since this time (ms). */
  unpassed: number | null;
  /** Bounds on the sign-up time, or on the proof's decision with `verified` (ms, `after` exclusive). Saved searches only. */
  arrived: { after: number; until: number } | null;
  photo: boolean;
  checked: boolean;
  verified: boolean;
  /** Towns of the searched place, nearest first. Empty unless sorted by distance. */
  around: readonly number[];
  /** Towns within the distance. */
  within: readonly number[] | null;
  /** Interests of the searching member. */
  shared: readonly Interest[];
  sort: Sort;
  fictional: boolean;
  /** Only who looks for somebody like the searching member. Null shows all. */
  own: OwnFacts | null;
}

export type Part =
  | Attribute
  | "bornAfter"
  | "bornUntil"
  | "tallFrom"
  | "tallUntil"
  | "languages"
  | "interest"
  | "answers"
  | "region"
  | "country"
  | "online"
  | "active"
  | "new"
  | "answered"
  | "unopened"
  | "unpassed"
  | "photo"
  | "checked"
  | "verified"
  | "distance"
  | "suits";

/** Keyset position in descending order. `rank` leads: with a photo, nearness or shared interests. */
export interface Position {
  rank: number;
  at: number;
  id: string;
}

/** Position in the bitmaps, ascending: newer blocks first, then country with gender, then the slot within the block. */
export interface Slot {
  turned: number;
  part: string;
  place: number;
}

/** Bitmap pages start after `slot`, others after `start`; both show what comes after `shown`. */
export interface Next {
  bits: boolean;
  slot: Slot | null;
  start: Position | null;
  shown: Position | null;
}
