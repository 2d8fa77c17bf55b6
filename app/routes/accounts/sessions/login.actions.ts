"use server";
import { redirect } from "react-router";
import { applyIntent } from "#app/features/accounts/signup/apply-intent.ts";
import { forEveryone } from "#app/request/author.ts";
import { submitForm } from "#app/request/forms.ts";
import { nextPath } from "#app/request/next.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Redirects to `next`, within this site only. */
export async function logIn(data: FormData): Promise<void> {
  await submitForm("login", data, async () => {
    const { backend } = edge();
    const user = await backend.login({ email: String(data.get("email") ?? ""), password: String(data.get("password") ?? "") });
    const next = String(data.get("next") ?? "");
    throw redirect(await applyIntent(user, nextPath(next)));
  });
}

forEveryone(logIn);
