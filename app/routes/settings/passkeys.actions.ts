"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/features/forms/forms.ts";
import { savedPath } from "#app/features/settings/saved.tsx";
import { edge } from "#worker/edge/edge.ts";

export async function renamePasskey(data: FormData): Promise<void> {
  const { passkey = "", name = "" } = fieldsOf(data);
  await submitForm(`rename ${passkey}`, data, async () => {
    await edge().backend.renamePasskey({ passkey, name });
    throw redirect(savedPath("/settings/passkeys"));
  });
}

export async function removePasskey(data: FormData): Promise<void> {
  const { passkey = "", password = "" } = fieldsOf(data);
  await submitForm(`remove ${passkey}`, data, async () => {
    await edge().backend.removePasskey({ passkey, password });
    throw redirect(savedPath("/settings/passkeys", "removed"));
  });
}
