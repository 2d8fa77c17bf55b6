"use server";
import { redirect } from "react-router";
import { knowsFictional } from "#app/features/billing/wallet/knows-fictional.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Idempotent: a double press pays once. */
export async function unlockPhotos(data: FormData): Promise<void> {
  await submitForm("unlock", data, async () => {
    const { profile = "", ...fields } = fieldsOf(data);
    await edge().backend.unlockPhotos({ profile, ...knowsFictional(fields) });
    throw redirect(`/members/${profile}`);
  });
}
