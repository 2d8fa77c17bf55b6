"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import type { CALLS } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import type { RawInput } from "#worker/lib/call.ts";

/** Redirects to the receipt, above the member's own reports. */
export async function reportMember(data: FormData): Promise<void> {
  await submitForm("report", data, async () => {
    const { kind, object, reason, details, block } = fieldsOf(data);
    const input = { kind, object, reason, text: details, block: block === "on" };
    const { reference } = await edge().backend.report(input as RawInput<typeof CALLS.report>);
    throw redirect(`/settings/reports?reference=${reference}`);
  });
}
