/**
 * The closed vocabularies of a profile (spec section 2 and 3, product.md section 3).
 * Codes are what is stored and sent; the words a person reads are `members.attributes.<field>.<code>` in the locales.
 * "Not said" is `null`, never a code of its own.
 */
export const GENDERS = ["male", "female"] as const;
export const SEXUALITIES = ["hetero", "gay", "lesbian", "bi"] as const;
export const HAIR_COLOURS = ["black", "brown", "blond", "red", "grey", "white", "bald", "other"] as const;
export const EYE_COLOURS = ["blue", "green", "brown", "grey", "hazel", "other"] as const;
export const BODY_TYPES = ["slim", "average", "athletic", "curvy", "full", "other"] as const;
export const RELATIONSHIPS = ["single", "in_a_relationship", "married", "open", "divorced", "widowed", "complicated"] as const;
export const TATTOOS = ["none", "few", "many"] as const;
export const REASONS = ["chat", "flirt", "casual", "relationship", "friends", "swap"] as const;

/** The fifty interests of the spec's icon list, in its order. */
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

/** What an entry of the ledger is for. */
export const LEDGER_KINDS = ["signup", "message", "adjustment"] as const;

/** A notice of illegal content, which anybody may give, and what a consumer is not content with. */
export const COMPLAINT_KINDS = ["illegal_content", "consumer"] as const;

export type LedgerKind = (typeof LEDGER_KINDS)[number];
export type Gender = (typeof GENDERS)[number];
export type Sexuality = (typeof SEXUALITIES)[number];
export type Interest = (typeof INTERESTS)[number];
