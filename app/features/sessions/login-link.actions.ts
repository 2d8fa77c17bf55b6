"use server";
import { redirect } from "react-router";
import { submitForm } from "#app/request/forms.ts";
import { nextPath } from "#app/request/next.ts";
import { edge } from "#worker/edge/edge.ts";

export async function logInByLink(data: FormData): Promise<void> {
  await submitForm("login-link", data, async () => {
    await edge().backend.loginByLink({ token: String(data.get("token") ?? "") });
    throw redirect(nextPath(data.get("next")));
  });
}
