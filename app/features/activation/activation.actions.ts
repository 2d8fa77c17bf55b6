"use server";
import { redirect } from "react-router";
import { AppError } from "#worker/lib/errors.ts";
import { edge } from "#worker/edge/edge.ts";
import { submitForm } from "../forms/forms.ts";

/** The press on a mail's link page: a mail scanner that opens the link confirms nothing. */
export async function confirmByLink(data: FormData): Promise<void> {
  await submitForm("activation-link", data, async () => {
    try {
      await edge().backend.activate({ token: String(data.get("token") ?? "") });
    } catch (error) {
      throw error instanceof AppError && error.code === "link_expired" ? redirect("/activate/error") : error;
    }
    throw redirect("/activate/done");
  });
}

export async function confirmByCode(data: FormData): Promise<void> {
  await submitForm("activation-code", data, async () => {
    await edge().backend.activate({ code: String(data.get("code") ?? "") });
    throw redirect("/activate/done");
  });
}

export async function sendAgain(data: FormData): Promise<void> {
  await submitForm("activation-resend", data, async () => {
    const { backend, user, t } = edge();
    await backend.activation({});
    return t("activation.sent", { email: (await user())?.email ?? "" });
  });
}
