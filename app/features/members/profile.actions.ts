"use server";
import { redirect } from "react-router";
import { savedPath } from "#app/features/settings/saved.tsx";
import { flowEnd } from "#app/features/signup/flow.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import type { CALLS } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import type { RawInput } from "#worker/lib/call.ts";
import { fieldsAsked } from "#worker/members/profile-own.vocabulary.ts";
import { placeIn } from "./place-text.ts";
import { regionsOf } from "./places.ts";
import { promptsIn } from "./prompts.ts";
import { QUESTION } from "./question-texts.ts";
import { PROFILE_SECTIONS } from "./sections.ts";

/** No region has this code. */
const UNKNOWN_REGION = "?";

export async function saveProfile(data: FormData): Promise<void> {
  await submitForm("profile", data, async () => {
    const form = fieldsOf(data);
    await edge().backend.updateProfile(await inputOf(form));
    const part = PROFILE_SECTIONS.find((section) => section === form.part);
    throw redirect(part ? `${savedPath("/profile", part)}#${part}` : savedPath("/profile"));
  });
}

export async function finishSignup(data: FormData): Promise<void> {
  await submitForm("profile", data, async () => {
    const form = fieldsOf(data);
    await edge().backend.updateProfile(await inputOf(form));
    throw redirect(flowEnd(form.next));
  });
}

/** Input from the fields that the domain asks for and the form holds. The backend validates it. */
async function inputOf(form: Record<string, string>): Promise<RawInput<typeof CALLS.updateProfile>> {
  const input: Record<string, unknown> = { about: form.about, looking_for: form.looking_for };
  const hasInterests = form.part === undefined || form.part === "interests";
  for (const field of fieldsAsked(edge().settings))
    if (field !== "interests") input[field] = form[field];
    else if (hasInterests) input.interests = interestsOf(form);
  const answers = Object.entries(form).filter(([name]) => name.startsWith(QUESTION));
  if (answers.length > 0)
    input.answers = Object.fromEntries(answers.map(([name, choice]) => [name.slice(QUESTION.length), choice]));
  if (form.place !== undefined) Object.assign(input, await placeOf(form));
  if (form.prompt_0 !== undefined) input.prompts = promptsIn(form);
  return input as RawInput<typeof CALLS.updateProfile>;
}

/** The backend refuses an unknown place together with all other errors. */
async function placeOf(form: Record<string, string>): Promise<{ region: string; city: string }> {
  const { place = "", place_asked: asked, place_offer: offer } = form;
  // An offer answers what was typed then.
  const typed = offer && place === asked ? offer : place;
  const user = await edge().user();
  return placeIn(typed, user ? await regionsOf(user.profile.country) : []) ?? { region: UNKNOWN_REGION, city: "" };
}

function interestsOf(form: Record<string, string>): string[] {
  const prefix = "interest_";
  return Object.keys(form).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}
