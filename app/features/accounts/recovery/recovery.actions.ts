"use server";
import { redirect } from "react-router";
import { forEveryone } from "#app/request/author.ts";
import { submitForm } from "#app/request/forms.ts";
import { orUsed } from "#app/request/pressed-again.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Undoes the change and continues with a new password, since an attacker knows the old one. */
export async function undoMailChange(data: FormData): Promise<void> {
  await submitForm("mail-undo", data, async () => {
    const { backend } = edge();
    const link = String(data.get("token") ?? "");
    const undone = await orUsed(backend.undoMailChange({ token: link }), () => backend.mailChangeLink({ token: link }));
    if (!undone) return;
    const { token } = undone;
    if (token === null) throw redirect("/account-deleted");
    throw redirect(`/reset-password/do?token=${encodeURIComponent(token)}&restored`);
  });
}

/** The token is in the page's URL; the redirect removes it from there. */
export async function confirmMailChange(data: FormData): Promise<void> {
  await submitForm("mail-change", data, async () => {
    const { backend, url } = edge();
    const token = url.searchParams.get("token") ?? "";
    const confirmed = await orUsed(backend.confirmMailChange({ token }), () => backend.mailChangeLink({ token }));
    if (confirmed) throw redirect("/mail-change/do?done");
  });
}

forEveryone(undoMailChange, confirmMailChange);
