"use server";
import { redirect } from "react-router";
import { forEveryone } from "#app/request/author.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { openedDecision } from "./opened.ts";

/** Leads back to the decision. */
export async function objectTo(data: FormData): Promise<void> {
  await submitForm("objection", data, async () => {
    const opened = openedDecision();
    await edge().backend.object({ ...opened, text: fieldsOf(data).words ?? "" });
    throw redirect(`/objection?open=${opened.decision}.${opened.key}`);
  });
}

forEveryone(objectTo);
