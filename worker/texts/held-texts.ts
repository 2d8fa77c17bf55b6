import type { HeldCause, HeldField } from "#db/schema/attributes.ts";
import { HELD_FIELDS } from "#db/schema/attributes.ts";
import { newId } from "#worker/lib/ids.ts";
import type { ProfileRow } from "#worker/members/card.ts";
import { causesOf } from "#worker/signals/suspect.ts";

export type Words = Pick<ProfileRow, HeldField>;

/** A text of the member's own that others do not see. `value` is as the column of the profile. */
export interface HeldText {
  field: HeldField;
  value: string;
  status: "waiting" | "refused";
  heldAt: number;
  reason: string | null;
}

export interface NewHeldText {
  id: string;
  field: HeldField;
  value: string;
  causes: HeldCause[];
}

/** What a change of a profile does to its texts. */
export interface TextChanges {
  /** Whose waiting and refused texts give way. */
  replaced: HeldField[];
  held: NewHeldText[];
}

const STORED: { [F in HeldField]: (words: Words) => string } = {
  about: ({ about }) => about,
  prompts: ({ prompts }) => JSON.stringify(prompts),
};

/** Takes out of `changes` what a person looks at first. Without `holds` nothing waits. */
export function withoutHeld<C extends Partial<Words>>(
  changes: C,
  profile: Words,
  known: readonly HeldText[],
  holds: boolean,
): { changes: C; texts: TextChanges } {
  const left = { ...changes };
  const texts: TextChanges = { replaced: [], held: [] };
  for (const field of HELD_FIELDS) {
    if (changes[field] === undefined) continue;
    const said = { ...profile, ...changes };
    const value = STORED[field](said);
    const waiting = known.find((one) => one.field === field && one.status === "waiting");
    const repeated = waiting?.value === value;
    const causes = holds && value !== STORED[field](profile) ? causesOf(linesOf(field, value).map(({ text }) => text)) : [];
    if (repeated || causes.length > 0) delete left[field];
    if (repeated) continue;
    if (causes.length > 0) texts.held.push({ id: newId(), field, value, causes });
    if (causes.length > 0 || known.some((one) => one.field === field)) texts.replaced.push(field);
  }
  return { changes: left, texts };
}

export function withOwnTexts<P extends Words>(profile: P, known: readonly HeldText[]): P {
  const waiting = known.filter(({ status }) => status === "waiting");
  return Object.assign({ ...profile }, ...waiting.map(({ field, value }) => wordsOf(field, value)));
}

export function wordsOf(field: HeldField, value: string): Partial<Words> {
  return field === "about" ? { about: value } : { prompts: JSON.parse(value) as Words["prompts"] };
}

export function linesOf(field: HeldField, value: string): { of: string; text: string }[] {
  const { about, prompts = [] } = wordsOf(field, value);
  if (about !== undefined) return [{ of: "about", text: about }];
  return prompts.map(({ question, answer }) => ({ of: question, text: answer }));
}
