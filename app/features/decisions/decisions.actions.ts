"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/edge/edge.ts";

/** Leads back to the decision. */
export async function objectTo(data: FormData): Promise<void> {
  await submitForm("objection", data, async () => {
    const { url, backend } = edge();
    const [decision, key] = [url.searchParams.get("decision") ?? "", url.searchParams.get("key") ?? ""];
    await backend.object({ decision, key, text: fieldsOf(data).words ?? "" });
    throw redirect(`/objection?${new URLSearchParams({ decision, key })}`);
  });
}
