"use server";
import { redirect } from "react-router";
import { submitForm } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import { edge } from "#worker/server/edge/edge.ts";

export async function changePassword(data: FormData): Promise<void> {
  const typed = (name: string) => String(data.get(name) ?? "");
  await submitForm("change-password", data, async () => {
    await edge().backend.changePassword({
      old_password: typed("old_password"),
      password: typed("password"),
      password_repeat: typed("password_repeat"),
    });
    throw redirect(savedPath("/settings/password", "password"));
  });
}
