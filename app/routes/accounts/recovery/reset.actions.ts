"use server";
import { redirect } from "react-router";
import { forEveryone } from "#app/request/author.ts";
import { submitForm } from "#app/request/forms.ts";
import { orUsed } from "#app/request/pressed-again.ts";
import { edge } from "#worker/server/edge/edge.ts";

export async function requestReset(data: FormData): Promise<void> {
  await submitForm("reset", data, async () => {
    await edge().backend.requestReset({ email: String(data.get("email") ?? "") });
    throw redirect("/reset-password?sent");
  });
}

/** The token is in the page's URL; the redirect removes it from there. */
export async function setPassword(data: FormData): Promise<void> {
  await submitForm("new-password", data, async () => {
    const { backend, url } = edge();
    const token = url.searchParams.get("token") ?? "";
    const [password, password_repeat] = ["password", "password_repeat"].map((name) => String(data.get(name) ?? "")) as [
      string,
      string,
    ];
    const press = backend.resetPassword({ token, password, password_repeat });
    if (await orUsed(press, () => backend.resetLink({ token }))) throw redirect("/reset-password/do?done");
  });
}

forEveryone(requestReset, setPassword);
