"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm, unlessGone } from "#app/request/forms.ts";
import { isChanged } from "#app/request/rendered-values.tsx";
import { savedPath } from "#app/request/saved.tsx";
import { edge } from "#worker/server/edge/edge.ts";

const PATH = "/settings/passkeys";

export async function renamePasskey(data: FormData): Promise<void> {
  const { passkey = "", name = "" } = fieldsOf(data);
  await submitForm(`rename ${passkey}`, data, async () => {
    const { backend } = edge();
    // Another tab may have renamed it: an unchanged name is its present one.
    const now = isChanged(data, "name") ? name : (await backend.passkeys({})).passkeys.find(({ id }) => id === passkey)?.name;
    const named = now === undefined ? "gone" : await unlessGone(backend.renamePasskey({ passkey, name: now }));
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
