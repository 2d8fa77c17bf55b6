"use server";
import { redirect } from "react-router";
import { forEveryone } from "#app/request/author.ts";
import { submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/edge/edge.ts";

/** Undoes the change and continues with a new password, since an attacker knows the old one. */
export async function undoMailChange(data: FormData): Promise<void> {
  await submitForm("mail-undo", data, async () => {
    const { token } = await edge().backend.undoMailChange({ token: String(data.get("token") ?? "") });
    if (token === null) throw redirect("/account-deleted");
    throw redirect(`/reset-password/do?token=${encodeURIComponent(token)}&restored`);
  });
}

/** The token is in the page's URL; the redirect removes it from there. */
export async function confirmMailChange(data: FormData): Promise<void> {
  await submitForm("mail-change", data, async () => {
    await edge().backend.confirmMailChange({ token: edge().url.searchParams.get("token") ?? "" });
    throw redirect("/mail-change/do?done");
  });
}

forEveryone(undoMailChange, confirmMailChange);
