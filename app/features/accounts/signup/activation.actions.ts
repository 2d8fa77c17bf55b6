"use server";
import { redirect } from "react-router";
import { forEveryone } from "#app/request/author.ts";
import { submitForm } from "#app/request/forms.ts";
import { isLink } from "#worker/people/links/vocabulary.ts";
import { AppError } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Requires a button press: mail scanners open links. */
export async function confirmByLink(data: FormData): Promise<void> {
  await submitForm("activation-link", data, async () => {
    const token = String(data.get("token") ?? "");
    const { backend } = edge();
    try {
      await backend.activate({ token });
    } catch (error) {
      throw error instanceof AppError && error.code === "link_expired" ? redirect("/activate/error") : error;
    }
    const { mine } = await backend.activationLink({ token });
    // Without the member's session, the used token proves that the address was just confirmed.
    throw redirect(mine ? "/activate/done" : `/activate/done?link=${token}`);
  });
}

export async function confirmByCode(data: FormData): Promise<void> {
  const confirm = async () => {
    await edge().backend.activate({ code: String(data.get("code") ?? "") });
    throw redirect("/activate/done");
  };
  await submitForm("activation-code", data, confirm, "code");
}

/** "This was not me". Requires a button press, because mail scanners open links. */
export async function removeAddress(data: FormData): Promise<void> {
  await submitForm("activation-remove", data, async () => {
    const token = String(data.get("token") ?? "");
    // Never redirect to anything but our own link: the input may name another site.
    if (!isLink("activation", token)) throw redirect("/activate/error");
    try {
      await edge().backend.removeAddress({ token });
    } catch (error) {
      // A second press, or a replaced link: the page has a message for it.
      throw error instanceof AppError && error.code === "link_expired" ? redirect(`/${token}?not_me`) : error;
    }
    throw redirect(`/${token}?not_me=done`);
  });
}

export async function correctAddress(data: FormData): Promise<void> {
  await submitForm("activation-address", data, async () => {
    const { backend, settings } = edge();
    const field = (name: string) => String(data.get(name) ?? "");
    const name = data.has("name") ? field("name") : undefined;
    await backend.correctAddress({ email: field("email"), password: field("password"), name });
    throw redirect(settings.reveal_accounts === "no" ? "/activate/address?sent" : "/activate?sent");
  });
}

forEveryone(confirmByLink, removeAddress, correctAddress);
