"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { currentPath } from "#app/request/path.ts";
import { edge } from "#worker/edge/edge.ts";

/** Likes the member of the form, then shows the page as it is now. */
export async function likeMember(form: FormData): Promise<void> {
  const { profile = "" } = fieldsOf(form);
  await submitForm("like", form, async () => {
    await edge().backend.like({ profile });
    throw redirect(currentPath());
  });
}

/** Takes back a like that was given to the member of the form. */
export async function unlikeMember(form: FormData): Promise<void> {
  const { profile = "" } = fieldsOf(form);
  await submitForm("like", form, async () => {
    await edge().backend.unlike({ profile });
    throw redirect(currentPath());
  });
}
