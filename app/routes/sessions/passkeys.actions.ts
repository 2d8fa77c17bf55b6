"use server";
import { redirect } from "react-router";
import { savedPath } from "#app/features/settings/saved.tsx";
import { fieldsOf, submitForm, unlessGone } from "#app/request/forms.ts";
import { edge } from "#worker/edge/edge.ts";

const PATH = "/settings/passkeys";

export async function renamePasskey(data: FormData): Promise<void> {
  const { passkey = "", name = "" } = fieldsOf(data);
  await submitForm(`rename ${passkey}`, data, async () => {
    const named = await unlessGone(edge().backend.renamePasskey({ passkey, name }));
    throw redirect(savedPath(PATH, named === "gone" ? "removed" : ""));
  });
}

export async function removePasskey(data: FormData): Promise<void> {
  const { passkey = "", password = "" } = fieldsOf(data);
  await submitForm(`remove ${passkey}`, data, async () => {
    await unlessGone(edge().backend.removePasskey({ passkey, password }));
    throw redirect(savedPath(PATH, "removed"));
  });
}
