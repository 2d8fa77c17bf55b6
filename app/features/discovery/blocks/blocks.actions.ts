"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import { edge } from "#worker/server/edge/edge.ts";

const LIST = "/settings/blocked";

/** Redirects to the list where the block can be undone. */
export async function blockMember(data: FormData): Promise<void> {
  await submitForm("block", data, async () => {
    await edge().backend.block({ profile: fieldsOf(data).profile ?? "" });
    throw redirect(savedPath(LIST, "blocked"));
  });
}

export async function unblockMember(data: FormData): Promise<void> {
  await submitForm("unblock", data, async () => {
    await edge().backend.unblock({ profile: fieldsOf(data).profile ?? "" });
    throw redirect(savedPath(LIST, "unblocked"));
  });
}
