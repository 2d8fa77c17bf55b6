"use server";
import { redirect } from "react-router";
import { applyIntent } from "#app/features/accounts/signup/apply-intent.ts";
import { forEveryone } from "#app/request/author.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { nextPath } from "#app/request/next.ts";
import { invalid } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Redirects to `next`, within this site only. */
export async function logIn(data: FormData): Promise<void> {
  await submitForm("login", data, async () => {
    const { email = "", password = "", next = "" } = fieldsOf(data);
    const blank = Object.entries({ email, password }).filter(([, typed]) => typed.trim() === "");
    if (blank.length > 0) throw invalid(...blank.map(([field]) => ({ field, code: "required" }) as const));
    const user = await edge().backend.login({ email, password });
    throw redirect(await applyIntent(user, nextPath(next)));
  });
}

forEveryone(logIn);
