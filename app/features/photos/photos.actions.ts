"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm, unlessGone } from "#app/request/forms.ts";
import { pathOf } from "#app/request/path.ts";
import { edge } from "#worker/edge/edge.ts";

/** URL of the form's page: the profile or the last sign-up step. */
function backTo(photo: "added" | "main" | "removed"): string {
  if (pathOf() !== "/complete-signup") return `/profile?photo=${photo}#photos`;
  const next = edge().url.searchParams.get("next");
  return `/complete-signup?${new URLSearchParams({ step: "photo", ...(next ? { next } : {}), photo })}#photos`;
}

export async function addPhoto(data: FormData): Promise<void> {
  await submitForm("photo", data, async () => {
    // Without a file the backend answers that one is required.
    const file = data.get("file");
    await edge().backend.addPhoto({ file: file as File });
    throw redirect(backTo("added"));
  });
}

export async function makeMain(data: FormData): Promise<void> {
  await submitForm("photos", data, async () => {
    await edge().backend.updatePhoto({ id: fieldsOf(data).id ?? "", main: true });
    throw redirect(backTo("main"));
  });
}

export async function removePhoto(data: FormData): Promise<void> {
  await submitForm("photos", data, async () => {
    await unlessGone(edge().backend.removePhoto({ id: fieldsOf(data).id ?? "" }));
    throw redirect(backTo("removed"));
  });
}
