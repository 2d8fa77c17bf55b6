"use server";
import { redirect } from "react-router";
import { submitForm } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import { edge } from "#worker/server/edge/edge.ts";

export async function requestMailChange(data: FormData): Promise<void> {
  await submitForm("mail-change-request", data, async () => {
    await edge().backend.requestMailChange({
      email: String(data.get("email") ?? ""),
      password: String(data.get("password") ?? ""),
    });
    throw redirect(savedPath("/settings/email", "sent"));
  });
}

export async function repeatMailChange(data: FormData): Promise<void> {
  await submitForm("mail-change-pending", data, async () => {
    await edge().backend.repeatMailChange({});
    throw redirect(savedPath("/settings/email", "sent"));
  });
}

export async function cancelMailChange(data: FormData): Promise<void> {
  await submitForm("mail-change-pending", data, async () => {
    await edge().backend.cancelMailChange({});
    throw redirect(savedPath("/settings/email", "cancelled"));
  });
}
