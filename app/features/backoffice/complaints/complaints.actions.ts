"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import type { RawInput } from "#worker/platform/call.ts";
import type { CALLS } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Redirects to the receipt, which does not tell what was found. */
export async function notePicture(data: FormData): Promise<void> {
  await submitForm("picture-notice", data, async () => {
    const { where, text, name, email, good_faith, complaint_key } = fieldsOf(data);
    const file = data.get("file");
    const input = { where, text, name, email, good_faith, complaint_key, ...(file instanceof File && file.size > 0 && { file }) };
    const { reference, receipt, names_picture } = await edge().backend.pictureNotice(input);
    throw redirect(`/complaints?reference=${reference}${receipt ? "&mail" : ""}${pictureOf(names_picture)}`);
  });
}

/** Depends on the form alone: the receipt must not reveal whether a picture exists. */
function pictureOf(named: boolean | null): string {
  return named === null ? "" : `&picture=${named ? "named" : "sought"}`;
}

/** Redirects to the receipt. The URL holds the reference, never the text. */
export async function complain(data: FormData): Promise<void> {
  await submitForm("complaint", data, async () => {
    const { kind, text, name, email, link, good_faith, complaint_key } = fieldsOf(data);
    const input = { kind, text, name, email, link, complaint_key, good_faith: good_faith === "on" };
    const { reference, receipt } = await edge().backend.complaint(input as RawInput<typeof CALLS.complaint>);
    throw redirect(`/complaints?reference=${reference}${receipt ? "&mail" : ""}`);
  });
}
