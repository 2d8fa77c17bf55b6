"use server";
import { redirect } from "react-router";
import { flowEnd } from "#app/features/signup/flow.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import type { CALLS } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import type { RawInput } from "#worker/lib/call.ts";
import { fieldsAsked } from "#worker/members/profile-own.vocabulary.ts";
import { promptsIn } from "./prompts.ts";

export async function saveProfile(data: FormData): Promise<void> {
  await submitForm("profile", data, async () => {
    await edge().backend.updateProfile(inputOf(fieldsOf(data)));
    throw redirect("/profile?saved");
  });
}

/** Saves the profile in the last step of the sign-up. */
export async function finishSignup(data: FormData): Promise<void> {
  await submitForm("profile", data, async () => {
    const form = fieldsOf(data);
    await edge().backend.updateProfile(inputOf(form));
    throw redirect(flowEnd(form.next));
  });
}

/** Input from the fields that the domain asks for. The backend validates it. */
function inputOf(form: Record<string, string>): RawInput<typeof CALLS.updateProfile> {
  const input: Record<string, unknown> = { about: form.about };
  for (const field of fieldsAsked(edge().settings)) input[field] = field === "interests" ? interestsOf(form) : form[field];
  if (form.place !== undefined) {
    const [region = "", ...city] = form.place.split("/");
    Object.assign(input, { region, city: city.join("/") });
  }
  if (form.prompt_0 !== undefined) input.prompts = promptsIn(form);
  return input as RawInput<typeof CALLS.updateProfile>;
}

function interestsOf(form: Record<string, string>): string[] {
  const prefix = "interest_";
  return Object.keys(form).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}
