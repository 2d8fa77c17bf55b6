"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import type { RawInput } from "#worker/platform/call.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { CALLS } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Redirects to the receipt, above the member's own reports. */
export async function reportMember(data: FormData): Promise<void> {
  await submitForm("report", data, async () => {
    const { kind, object, author, reason, details, block } = fieldsOf(data);
    const report = (about: object) =>
      edge().backend.report({ ...about, reason, text: details, block: block === "on" } as RawInput<typeof CALLS.report>);
    const { reference } = await report({ kind, object }).catch((error: unknown) => {
      // A block deletes what was said: its author is reported then.
      if (!author || !(error instanceof AppError) || error.code !== "not_found") throw error;
      return report({ kind: "profile", object: author });
    });
    throw redirect(`/settings/reports?reference=${reference}`);
  });
}
