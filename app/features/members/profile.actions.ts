"use server";
import { redirect } from "react-router";
import { photoStep } from "#app/features/signup/flow.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import type { CALLS } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import type { RawInput } from "#worker/lib/call.ts";
import { fieldsAsked } from "#worker/members/profile-own.vocabulary.ts";

export async function saveProfile(data: FormData): Promise<void> {
  await submitForm("profile", data, async () => {
    await edge().backend.updateProfile(inputOf(fieldsOf(data)));
    throw redirect("/profile?saved");
  });
}

/** Saves the profile during sign-up and continues with the photo step. */
export async function finishSignup(data: FormData): Promise<void> {
  await submitForm("profile", data, async () => {
    const form = fieldsOf(data);
    await edge().backend.updateProfile(inputOf(form));
    throw redirect(photoStep(form.next));
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
  return input as RawInput<typeof CALLS.updateProfile>;
}

function interestsOf(form: Record<string, string>): string[] {
  const prefix = "interest_";
  return Object.keys(form).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}
