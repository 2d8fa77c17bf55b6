"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { currentPath, herePath } from "#app/request/path.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Likes a member, photo or answer, then reloads the page. A mutual like shows the match moment. */
export async function likeMember(form: FormData): Promise<void> {
  const { profile = "", photo, question } = fieldsOf(form);
  const part = photo ? { photo } : question ? { question } : undefined;
  await submitForm("like", form, async () => {
    const { match } = await edge().backend.like({ profile, part });
    const there = new URL(part ? herePath("liked") : currentPath(), edge().url);
    if (match) there.searchParams.set("match", profile);
    throw redirect(there.pathname + there.search + there.hash);
  });
}

export async function unlikeMember(form: FormData): Promise<void> {
  const { profile = "" } = fieldsOf(form);
  await submitForm("like", form, async () => {
    await edge().backend.unlike({ profile });
    throw redirect(currentPath());
  });
}
