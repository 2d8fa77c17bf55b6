"use server";
import { redirect } from "react-router";
import { flowEnd } from "#app/features/people/identity/flow.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { changesIn } from "#app/request/rendered-values.tsx";
import { savedPath } from "#app/request/saved.tsx";
import { formFields } from "#worker/discovery/members/profile-own.vocabulary.ts";
import type { RawInput } from "#worker/platform/call.ts";
import type { CALLS } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { LANGUAGE } from "./language-fields.tsx";
import { placeIn } from "./place-text.ts";
import { regionsOf } from "./places.ts";
import { PROMPT, promptsNow } from "./prompts.ts";
import { QUESTION } from "./question-texts.ts";
import { editPath, openSections, PROFILE_SECTIONS } from "./sections.ts";

const INTEREST = "interest_";
/** No region has this code. */
const UNKNOWN_REGION = "?";

export async function saveProfile(data: FormData): Promise<void> {
  await submitForm("profile", data, async () => {
    const form = fieldsOf(data);
    await edge().backend.updateProfile(await inputOf(data));
    const part = PROFILE_SECTIONS.find((section) => section === form.part);
    const others = openSections(edge().url).filter((section) => section !== part);
    throw redirect(part ? editPath(others, part, { saved: part }) : savedPath("/profile"));
  });
}

export async function finishSignup(data: FormData): Promise<void> {
  await submitForm("profile", data, async () => {
    const form = fieldsOf(data);
    // The question was chosen before anything was said.
    if (form.answer_0?.trim() === "") data.set("prompt_0", "");
    await edge().backend.updateProfile(await inputOf(data));
    throw redirect(flowEnd(form.next));
  });
}

/** Input from changed fields that the domain asks for: another tab may have changed the others. The backend validates it. */
async function inputOf(data: FormData): Promise<RawInput<typeof CALLS.updateProfile>> {
  const changed = changesIn(data);
  const names = [...changed.keys()];
  const input: Record<string, unknown> = { about: changed.get("about"), looking_for: changed.get("looking_for") };
  const fields = formFields(edge().settings);
  for (const field of fields) if (field !== "interests" && field !== "languages") input[field] = changed.get(field);
  const answers = names.filter((name) => name.startsWith(QUESTION));
  if (answers.length > 0)
    input.answers = Object.fromEntries(answers.map((name) => [name.slice(QUESTION.length), changed.get(name)]));
  if (changed.has("place")) Object.assign(input, await placeOf(fieldsOf(data)));
  const interests = fields.includes("interests") && names.some((name) => name.startsWith(INTEREST));
  const prompts = names.some((name) => PROMPT.test(name));
  const languages = fields.includes("languages") && names.some((name) => name.startsWith(LANGUAGE));
  if (!interests && !prompts && !languages) return input as RawInput<typeof CALLS.updateProfile>;
  const { profile } = await edge().backend.profile({});
  if (interests) input.interests = tickedNow(profile.interests, changed, INTEREST);
  if (languages) input.languages = tickedNow(profile.languages, changed, LANGUAGE);
  if (prompts) input.prompts = promptsNow(profile.prompts, data);
  return input as RawInput<typeof CALLS.updateProfile>;
}

/** The backend refuses an unknown place together with all other errors. */
async function placeOf(form: Record<string, string>): Promise<{ region: string; city: string }> {
  const { place = "", place_asked: earlier, place_offer: offer } = form;
  // An offer answers what was typed then.
  const typed = offer && place === earlier ? offer : place;
  const user = await edge().user();
  return placeIn(typed, user ? await regionsOf(user.profile.country) : []) ?? { region: UNKNOWN_REGION, city: "" };
}

function tickedNow(stored: string[], changed: Map<string, string>, prefix: string): string[] {
  const ticked = [...changed].flatMap(([name, on]) => (name.startsWith(prefix) && on ? [name.slice(prefix.length)] : []));
  return [...new Set([...stored, ...ticked])].filter((code) => changed.get(prefix + code) !== "");
}
