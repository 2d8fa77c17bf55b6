"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { currentPath } from "#app/request/path.ts";
import { edge } from "#worker/edge/edge.ts";

/** Likes the member, then reloads the page. */
export async function likeMember(form: FormData): Promise<void> {
  const { profile = "" } = fieldsOf(form);
  await submitForm("like", form, async () => {
    await edge().backend.like({ profile });
    throw redirect(currentPath());
  });
}

/** Withdraws the like, then reloads the page. */
export async function unlikeMember(form: FormData): Promise<void> {
  const { profile = "" } = fieldsOf(form);
  await submitForm("like", form, async () => {
    await edge().backend.unlike({ profile });
    throw redirect(currentPath());
  });
}
