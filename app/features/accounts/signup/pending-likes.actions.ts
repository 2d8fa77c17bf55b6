"use server";
import { redirect } from "react-router";
import { anchorOf } from "#app/features/discovery/members/anchor.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { herePath } from "#app/request/path.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Keeps a like until the confirmation, or drops a pending one; then shows the same cards again. */
export async function likeLater(form: FormData): Promise<void> {
  const { profile = "", waits } = fieldsOf(form);
  await submitForm("like", form, async () => {
    const { backend } = edge();
    await (waits ? backend.removePendingLike({ profile }) : backend.addPendingLike({ profile }));
    throw redirect(herePath(anchorOf(profile)));
  });
}
