"use server";
import { redirect } from "react-router";
import type { RawInput } from "#worker/lib/call.ts";
import type { CALLS } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import { fieldsOf, submitForm } from "../forms/forms.ts";
import { currentPath } from "../session/path.ts";
import { toMember, withNext } from "./flow.ts";
import { placementOf, TRACKING } from "./tracking.ts";

/**
 * Makes the account and goes on with the next step, or to the member for whose sake somebody signed up; where nobody is
 * logged in by signing up, to a page that says what to do.
 */
export async function signUp(data: FormData): Promise<void> {
  await submitForm("signup", data, async () => {
    const { backend, language } = edge();
    const form = fieldsOf(data);
    const tracking: Record<string, string | undefined> = Object.fromEntries(
      TRACKING.flatMap((name) => (form[name] ? [[name, form[name]]] : [])),
    );
    const placement = placementOf(currentPath());
    if (placement) tracking.ref ??= placement;
    const input = {
      email: form.email,
      name: form.name,
      password: form.password,
      date_of_birth: dateOf(form, "date_of_birth"),
      gender: form.gender,
      looking_for: form.looking_for,
      country: form.country,
      reason: form.reason || undefined,
      signup_key: form.signup_key,
      signup_message: form.signup_message,
      signup_profile: form.signup_profile,
      terms: form.terms === "on",
      sensitive_data: form.sensitive_data === "on",
      language,
      tracking,
    };
    // The backend parses it: what a form holds is whatever somebody sent.
    const answer = await backend.signup(input as RawInput<typeof CALLS.signup>);
    if ("check_mail" in answer) throw redirect("/signup?sent");
    const { signup_profile: member, signup_message: words = "" } = form;
    throw redirect(member ? toMember(member, words.trim() !== "") : withNext("/signup-matches", form.next));
  });
}

/** Three fields as an ISO 8601 date, as far as they were filled in. */
function dateOf(form: Record<string, string>, name: string): string {
  const [year = "", month = "", day = ""] = ["year", "month", "day"].map((part) => form[`${name}_${part}`]?.trim());
  return year + month + day === "" ? "" : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
