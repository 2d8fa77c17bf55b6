"use server";
import { redirect } from "react-router";
import { forEveryone } from "#app/request/author.ts";
import { submitForm } from "#app/request/forms.ts";
import { nextPath } from "#app/request/next.ts";
import { currentPath } from "#app/request/path.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Replaces the session that the page named, and no other. */
export async function logInByLink(data: FormData): Promise<void> {
  await submitForm("login-link", data, async () => {
    const { backend, user } = edge();
    if (((await user())?.profile.id ?? "") !== data.get("here")) throw redirect(currentPath());
    await backend.loginByLink({ token: String(data.get("token") ?? "") });
    throw redirect(nextPath(data.get("next")));
  });
}

forEveryone(logInByLink);
