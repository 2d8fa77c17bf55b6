"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { nextPath } from "#app/request/next.ts";
import { edge } from "#worker/server/edge/edge.ts";

export async function accept(data: FormData): Promise<void> {
  await submitForm("consent", data, async () => {
    const form = fieldsOf(data);
    await edge().backend.acceptConsents({ terms: form.terms === "on", sensitive_data: form.sensitive_data === "on" });
    throw redirect(nextPath(form.next));
  });
}
