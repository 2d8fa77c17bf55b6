"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import { MOST_ACQUAINTANCES } from "#worker/discovery/acquaintances/acquaintances.vocabulary.ts";
import { invalid } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { addressesIn, MOST_FILE, typedAddresses } from "./contact-file.ts";

const PATH = "/settings/acquaintances";

/** Two buttons: one adds what was typed, one takes it off. */
export async function changeAcquaintances(data: FormData): Promise<void> {
  await submitForm("acquaintances", data, async () => {
    const { emails: typed = "", remove } = fieldsOf(data);
    const emails = fitting("emails", [...new Set(typedAddresses(typed))]);
    if (emails.length === 0) throw invalid({ field: "emails", code: "required" });
    if (remove === "1") {
      await edge().backend.removeAcquaintances({ emails });
      throw redirect(savedPath(PATH, "removed"));
    }
    await edge().backend.addAcquaintances({ emails });
    throw redirect(savedPath(PATH, "added"));
  });
}

export async function addContactFile(data: FormData): Promise<void> {
  await submitForm("contacts", data, async () => {
    const file = data.get("file");
    if (!(file instanceof File) || file.size === 0) throw invalid({ field: "file", code: "required" });
    if (file.size > MOST_FILE)
      throw invalid({ field: "file", code: "contacts_too_large", params: { size: MOST_FILE / 1024 / 1024 } });
    const emails = fitting("file", addressesIn(new Uint8Array(await file.arrayBuffer())));
    if (emails.length === 0) throw invalid({ field: "file", code: "file_without_addresses" });
    await edge().backend.addAcquaintances({ emails, from_file: true });
    throw redirect(savedPath(PATH, "added"));
  });
}

export async function clearAcquaintances(data: FormData): Promise<void> {
  await submitForm("acquaintances-clear", data, async () => {
    await edge().backend.removeAcquaintances({});
    throw redirect(savedPath(PATH, "cleared"));
  });
}

function fitting(field: string, emails: string[]): string[] {
  if (emails.length <= MOST_ACQUAINTANCES) return emails;
  throw invalid({ field, code: "addresses_limit", params: { count: MOST_ACQUAINTANCES } });
}
