"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import type { CALLS } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import type { RawInput } from "#worker/lib/call.ts";

/** Sends the complaint and goes to its receipt. The address then holds the reference and nothing of what was written. */
export async function complain(data: FormData): Promise<void> {
  await submitForm("complaint", data, async () => {
    const { kind, text, name, email, link, good_faith, complaint_key } = fieldsOf(data);
    const input = { kind, text, name, email, link, complaint_key, good_faith: good_faith === "on" };
    // The backend parses it: what a form holds is whatever somebody sent.
    const { reference, receipt } = await edge().backend.complaint(input as RawInput<typeof CALLS.complaint>);
    throw redirect(`/complaints?reference=${reference}${receipt ? "&mail" : ""}`);
  });
}
