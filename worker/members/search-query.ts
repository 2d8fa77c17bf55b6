import type { Gender, Interest } from "#db/schema/attributes.ts";

export type Trait = "sexuality" | "hair" | "eyes" | "body" | "relationship" | "tattoos" | "reason";
export type Sort = "last_active" | "newest";

/** Null means no limit. */
export interface Search {
  pool: string;
  /** Excludes this member and blocks in both directions. Null for a visitor. */
  viewerId: string | null;
  gender: Gender;
  country: string | null;
  region: string | null;
  /** ISO date of birth, exclusive. */
  bornAfter: string | null;
  /** Inclusive. */
  bornUntil: string | null;
  traits: Partial<Record<Trait, string>>;
  interest: Interest | null;
  sort: Sort;
  fictional: boolean;
}

/** A part that can be removed from a search. */
export type Part = Trait | "bornAfter" | "bornUntil" | "interest" | "region" | "country";

/** Keyset position: sort key and id. */
export interface Position {
  at: number;
  id: string;
}
