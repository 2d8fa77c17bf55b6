"use server";
import { redirect } from "react-router";
import { submitForm } from "#app/request/forms.ts";
import { changesIn } from "#app/request/rendered-values.tsx";
import { savedPath } from "#app/request/saved.tsx";
import type { RawInput } from "#worker/platform/call.ts";
import type { CALLS } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

const FIELDS = ["gender", "looking_for", "sexuality"] as const;

/** Sends what was changed alone: another tab may have changed the rest. */
export async function saveGender(data: FormData): Promise<void> {
  await submitForm("gender", data, async () => {
    const changed = changesIn(data);
    const said = FIELDS.flatMap((field) => (changed.has(field) ? [[field, changed.get(field)]] : []));
    await edge().backend.updateProfile(Object.fromEntries(said) as RawInput<typeof CALLS.updateProfile>);
    throw redirect(savedPath("/settings/gender"));
  });
}
