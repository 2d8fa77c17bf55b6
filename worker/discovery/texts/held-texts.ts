import { HELD_FIELDS, type HeldCause, type HeldField, type Identity, type StoredPrompt } from "#db/schema/attributes.ts";
import type { ProfileRow } from "#worker/discovery/members/card.ts";
import { causesOf } from "#worker/discovery/signals/suspect.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Alike, isCopied, type TextSketch } from "./copied-texts.ts";

export type Words = Pick<ProfileRow, HeldField>;

/**
 * A member's text that others do not see. `value` has the form of the profile's column; for answers only the held ones. Own
 * words for a gender have the form of an answer, which an earlier build reads.
 */
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

/** Effect of a profile change on its texts. */
export interface TextChanges {
  /** Fields whose earlier held texts are dropped, unless `held` says the same. */
  fields: HeldField[];
  held: NewHeldText[];
  /** Sketches of the texts of `fields`; earlier ones are dropped. */
  sketches: TextSketch[];
}

export interface TextsBefore {
  held: HeldText[];
  alike: Alike[];
}

/** Removes from `changes` the texts, or single answers, that a person must see first. Without `judge` nothing waits. */
export function withoutHeld<C extends Partial<Words>>(
  changes: C,
  { about, prompts, identity }: Words,
  judge: Judge | null,
): { changes: C; texts: Omit<TextChanges, "sketches"> } {
  const left = { ...changes };
  const texts = { fields: HELD_FIELDS.filter((field) => changes[field] !== undefined), held: [] as NewHeldText[] };
  const hold = (field: HeldField, value: string, causes: HeldCause[]) => texts.held.push({ id: newId(), field, value, causes });
  const causes = judge?.("about", changes.about ?? about, about) ?? [];
  if (causes.length > 0) {
    hold("about", changes.about ?? "", causes);
    delete left.about;
  }
  if (changes.identity) {
    const said = withoutHeldWords(changes.identity, identity, judge !== null);
    left.identity = said.identity;
    if (said.held) texts.held.push(said.held);
  }
  const before = new Map(prompts.map((prompt) => [prompt.question, prompt]));
  const found = (changes.prompts ?? []).map((prompt) => ({
    prompt,
    causes: judge ? causesFor(judge, prompt, before.get(prompt.question)) : [],
  }));
  const waiting = found.filter((one) => one.causes.length > 0);
  if (waiting.length > 0) {
    hold("prompts", JSON.stringify(waiting.map(({ prompt }) => prompt)), [...new Set(waiting.flatMap((one) => one.causes))]);
    // Others keep seeing the earlier answer, if there was one.
    left.prompts = found.flatMap((one) => (one.causes.length === 0 ? one.prompt : (before.get(one.prompt.question) ?? [])));
  }
  return { changes: left, texts };
}

function causesFor(judge: Judge, { question, answer, voice }: StoredPrompt, before: StoredPrompt | undefined): HeldCause[] {
  const causes = judge(question, answer, before?.answer ?? "");
  return voice && voice.key !== before?.voice?.key ? [...causes, "voice"] : causes;
}

/**
 * Own words that others are to read wait in the profile. They are read there once a person has approved them. `holds`:
 * the site has staff. Words that nobody else reads are not judged.
 */
function withoutHeldWords(
  { waits: _, agreed, ...said }: Identity,
  before: Identity | null,
  holds: boolean,
): { identity: Identity; held: NewHeldText | null } {
  const { words = "" } = said;
  const known = before?.shown && !before.waits ? (before.words ?? "") : "";
  const causes = holds && said.shown ? newCauses(words, known) : [];
  if (causes.length === 0) return { identity: { ...said, agreed }, held: null };
  const value = JSON.stringify([{ question: "identity", answer: words }]);
  return { identity: { ...said, waits: true, agreed }, held: { id: newId(), field: "identity", value, causes } };
}

/** Whether own words would wait for a person. */
export function needsPerson(said: Pick<Identity, "words" | "shown">, holds: boolean): boolean {
  return holds && said.shown && newCauses(said.words ?? "", "").length > 0;
}

export type Judge = (part: string, text: string, before: string) => HeldCause[];

export function judgeOf(sketches: readonly TextSketch[], alike: readonly Alike[], name: string): Judge {
  return (part, text, before) => {
    const causes = newCauses(text, before);
    if (!sketches.some((one) => one.part === part) || !isCopied(part, text, name, alike)) return causes;
    return isCopied(part, before, name, alike) ? causes : [...causes, "copied"];
  };
}

export function saysNew({ about, prompts = [], identity }: Partial<Words>, shown: Words): boolean {
  if (identity?.words) return true;
  if (about !== undefined && about !== shown.about) return true;
  return prompts.some(({ question, answer }) => !shown.prompts.some((one) => one.question === question && one.answer === answer));
}

/** Causes that a new text adds to what others see already. Sentences that stay are not judged again. */
function newCauses(text: string, before: string): HeldCause[] {
  const known = causesOf([before]);
  const old = new Set(sentencesOf(before));
  const rest = sentencesOf(text).filter((sentence) => !old.has(sentence));
  const added = causesOf([rest.join(" ")]);
  return causesOf([text]).filter((cause) => !known.includes(cause) || added.includes(cause));
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+|\n+/u).map((sentence) => sentence.replace(/[\s.!?]+$/u, ""));
}

export function withOwnTexts<P extends Pick<Words, "about" | "prompts">>(profile: P, known: readonly HeldText[]): P {
  const own = { ...profile };
  for (const { field, value, status } of known) {
    if (status !== "waiting") continue;
    const { about, prompts = [] } = wordsOf(field, value);
    own.about = about ?? own.about;
    const heldOf = (asked: string) => prompts.find(({ question }) => question === asked);
    const known = own.prompts.map((shown) => heldOf(shown.question) ?? shown);
    own.prompts = [...known, ...prompts.filter((held) => !known.includes(held))];
  }
  return own;
}

export function wordsOf(field: HeldField, value: string): Partial<Pick<Words, "about" | "prompts"> & { identity_words: string }> {
  if (field === "about") return { about: value };
  const answers = JSON.parse(value) as Words["prompts"];
  return field === "prompts" ? { prompts: answers } : { identity_words: answers[0]?.answer ?? "" };
}

export function linesOf(field: HeldField, value: string): { of: string; text: string }[] {
  const { about, prompts = [], identity_words } = wordsOf(field, value);
  if (about !== undefined) return [{ of: "about", text: about }];
  if (identity_words !== undefined) return [{ of: "identity", text: identity_words }];
  return prompts.map(({ question, answer }) => ({ of: question, text: answer }));
}

/** The answers of a held text, with their recordings. */
export function answersIn(field: HeldField | null, value: string | null): StoredPrompt[] {
  return (field === "prompts" && value !== null && wordsOf(field, value).prompts) || [];
}
