"use server";
import { redirect } from "react-router";
import { forEveryone } from "#app/request/author.ts";
import { submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/edge/edge.ts";

export async function requestReset(data: FormData): Promise<void> {
  await submitForm("reset", data, async () => {
    await edge().backend.requestReset({ email: String(data.get("email") ?? "") });
    throw redirect("/reset-password?sent");
  });
}

/** The token is in the page's URL; the redirect removes it from there. */
export async function setPassword(data: FormData): Promise<void> {
  await submitForm("new-password", data, async () => {
    await edge().backend.resetPassword({
      token: edge().url.searchParams.get("token") ?? "",
      password: String(data.get("password") ?? ""),
      password_repeat: String(data.get("password_repeat") ?? ""),
    });
    throw redirect("/reset-password/do?done");
  });
}

forEveryone(requestReset, setPassword);
