/** The texts are `members.attributes.<attribute>.<code>` in the locales. Null means not said. */
interface AttributeRow {
  codes: readonly [string, ...string[]];
  /** Part of the profile's form. */
  group: "life" | "looks" | "family" | "habits" | "work" | "beliefs";
  /** In a profile: the code alone, the code with the attribute's name, or a row behind "More". */
  shown: "code" | "named" | "more";
  /** Name in app/ui/icon.tsx. */
  icon?: string;
  /** Typical part of the members who have one given code: the search reads the rarest bitmaps first. */
  share: number;
  /** Visitors neither see it nor search by it. */
  membersOnly?: true;
  /** Stored only while the member's optional consent to it stands (GDPR, Article 9). Decision 137. */
  consent?: "beliefs";
  /** Version that brought it: an older upstream omits it. Without one, the attribute is part of the baseline. */
  since?: string;
  /** A domain asks for it and shows it only if its file names it. */
  named?: true;
}

const LATER = { since: "0.4.0", named: true } as const;
const BELIEF = { ...LATER, membersOnly: true, consent: "beliefs" } as const;

/** What a member chooses one code of, in the order of forms and answers. Each can be searched. Decision 87. */
export const ATTRIBUTES = {
  sexuality: {
    codes: ["hetero", "gay", "lesbian", "bi"],
    group: "life",
    shown: "code",
    icon: "users",
    share: 0.3,
    // Special-category data (GDPR, Article 9): the consent covers members only.
    membersOnly: true,
  },
  hair: {
    codes: ["black", "brown", "blond", "red", "grey", "white", "bald", "other"],
    group: "looks",
    shown: "more",
    share: 0.12,
  },
  eyes: { codes: ["blue", "green", "brown", "grey", "hazel", "other"], group: "looks", shown: "more", share: 0.17 },
  body: {
    codes: ["slim", "average", "athletic", "curvy", "full", "other"],
    group: "looks",
    shown: "named",
    icon: "user",
    share: 0.17,
  },
  relationship: {
    codes: ["single", "in_a_relationship", "married", "open", "divorced", "widowed", "complicated"],
    group: "life",
    shown: "code",
    icon: "heart",
    share: 0.14,
  },
  tattoos: { codes: ["none", "few", "many"], group: "looks", shown: "named", icon: "star", share: 0.35 },
  reason: {
    codes: ["chat", "flirt", "casual", "relationship", "friends", "swap"],
    group: "life",
    shown: "code",
    icon: "search",
    share: 0.17,
  },
  smoking: {
    codes: ["never", "sometimes", "often"],
    group: "habits",
    shown: "named",
    icon: "smoking",
    share: 0.33,
    since: "0.3.0",
  },
  children: {
    codes: ["none", "at_home", "elsewhere"],
    group: "family",
    shown: "named",
    icon: "child",
    share: 0.33,
    ...LATER,
  },
  wants_children: {
    codes: ["yes", "maybe", "no"],
    group: "family",
    shown: "named",
    icon: "child",
    share: 0.33,
    ...LATER,
  },
  drinking: {
    codes: ["never", "sometimes", "often"],
    group: "habits",
    shown: "named",
    icon: "glass",
    share: 0.33,
    ...LATER,
  },
  education: {
    codes: ["school", "vocational", "bachelor", "master", "doctorate"],
    group: "work",
    shown: "named",
    icon: "learning",
    share: 0.2,
    ...LATER,
  },
  work: {
    codes: ["employed", "self_employed", "studies", "household", "looking", "retired"],
    group: "work",
    shown: "named",
    icon: "work",
    share: 0.17,
    ...LATER,
  },
  pets: {
    codes: ["none", "dog", "cat", "several", "other"],
    group: "family",
    shown: "named",
    icon: "paw",
    share: 0.2,
    ...LATER,
  },
  sport: {
    codes: ["never", "sometimes", "weekly", "daily"],
    group: "habits",
    shown: "named",
    icon: "sport",
    share: 0.25,
    ...LATER,
  },
  religion: {
    codes: ["none", "christian", "muslim", "jewish", "hindu", "buddhist", "spiritual", "other"],
    group: "beliefs",
    shown: "named",
    icon: "beliefs",
    share: 0.15,
    ...BELIEF,
  },
  // A diet can reveal a religion (GDPR Article 9).
  diet: {
    codes: ["everything", "vegetarian", "vegan", "halal", "kosher", "other"],
    group: "beliefs",
    shown: "named",
    icon: "diet",
    share: 0.17,
    ...BELIEF,
  },
} as const satisfies Record<string, AttributeRow>;

export type Attribute = keyof typeof ATTRIBUTES;
export type CodeOf<A extends Attribute> = (typeof ATTRIBUTES)[A]["codes"][number];
export const ATTRIBUTE_NAMES = Object.keys(ATTRIBUTES) as Attribute[];

/** The same for each attribute, in the order of the table. */
export function eachAttribute<T extends Record<Attribute, unknown>>(make: (attribute: Attribute) => T[Attribute]): T {
  return Object.fromEntries(ATTRIBUTE_NAMES.map((attribute) => [attribute, make(attribute)])) as T;
}

/** A row of the table, where each has all properties. */
export function attributeRow(attribute: Attribute): AttributeRow {
  return ATTRIBUTES[attribute];
}

export const MEMBERS_ONLY = ATTRIBUTE_NAMES.filter((attribute) => attributeRow(attribute).membersOnly);

export const BY_CONSENT = ATTRIBUTE_NAMES.filter((attribute) => attributeRow(attribute).consent);
