"use server";
import { redirect } from "react-router";
import { submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/edge/edge.ts";

/** Takes the change of address back and goes on to a new password: the old one is somebody else's too. */
export async function undoMailChange(data: FormData): Promise<void> {
  await submitForm("mail-undo", data, async () => {
    const { token } = await edge().backend.undoMailChange({ token: String(data.get("token") ?? "") });
    if (token === null) throw redirect("/account-deleted");
    throw redirect(`/reset-password/do?token=${encodeURIComponent(token)}&restored`);
  });
}

/** The link stands in the address of the page, which the form is posted to; afterwards it is gone from there. */
export async function confirmMailChange(data: FormData): Promise<void> {
  await submitForm("mail-change", data, async () => {
    await edge().backend.confirmMailChange({ token: edge().url.searchParams.get("token") ?? "" });
    throw redirect("/mail-change/do?done");
  });
}
