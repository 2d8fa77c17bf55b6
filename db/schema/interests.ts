/** In the order of their icons. The texts are `members.attributes.interests.<code>` in the locales. */
export const INTERESTS = [
  "adventure",
  "analsex",
  "animals",
  "art",
  "astrology",
  "bbq",
  "beach",
  "beer",
  "biking",
  "bondage",
  "coffee",
  "cooking",
  "dancing",
  "exchanging_pictures",
  "fashion",
  "foodie",
  "gardening",
  "gym",
  "hiking",
  "hugging",
  "kissing",
  "lingerie",
  "massages",
  "masturbating",
  "movies",
  "music",
  "one_night_stand",
  "oral_sex",
  "outdoors",
  "party",
  "photography",
  "politics",
  "public_sex",
  "reading",
  "relationship",
  "sadomasochism",
  "safe_sex",
  "sex",
  "sex_toys",
  "shopping",
  "sports",
  "sushi",
  "tattoos",
  "tea",
  "theater",
  "threesome",
  "travelling",
  "vegetarian",
  "video_games",
  "wine",
] as const;
export type Interest = (typeof INTERESTS)[number];

/** Shown only to two members who both ticked the same one, unless the domain shows them to all. Decision 92. */
export const INTIMATE = [
  "analsex",
  "bondage",
  "exchanging_pictures",
  "lingerie",
  "masturbating",
  "one_night_stand",
  "oral_sex",
  "public_sex",
  "sadomasochism",
  "safe_sex",
  "sex",
  "sex_toys",
  "threesome",
] as const satisfies readonly Interest[];

/** Times in ms. Without `ticks`, the member has saved none since the upgrade from 0.3.0: those among `interests` are older. */
export interface IntimateTicks {
  ticks?: Partial<Record<Interest, number>>;
  /** Oldest first; those that the limit still counts. */
  changes?: number[];
}
