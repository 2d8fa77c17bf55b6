"use server";
import { redirect } from "react-router";
import { formKey } from "#app/request/form-key.tsx";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import { edge } from "#worker/server/edge/edge.ts";

const PAGE = "/settings/verification";

export async function sendProof(data: FormData): Promise<void> {
  await submitForm("proof", data, async () => {
    // Without a file the backend answers that one is required.
    const file = data.get("file") as File;
    await edge().once("verify", { file, agreed: fieldsOf(data).agreed as "1" }, formKey(data));
    throw redirect(savedPath(PAGE, "sent"));
  });
}

export async function withdrawProof(data: FormData): Promise<void> {
  await submitForm("withdraw", data, async () => {
    await edge().backend.withdrawVerification({});
    throw redirect(savedPath(PAGE, "withdrawn"));
  });
}
