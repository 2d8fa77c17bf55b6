"use server";
import { redirect } from "react-router";
import { forEveryone } from "#app/request/author.ts";
import { formKey } from "#app/request/form-key.tsx";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import { writeSource } from "#worker/people/identity/source.vocabulary.ts";
import { typedCode } from "#worker/platform/typed.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { sourceCookie } from "#worker/server/edge/session.ts";

/** Stores a valid invitation in a cookie and redirects to the sign-up. Takes the code or the whole link. */
export async function acceptInvite(data: FormData): Promise<void> {
  await submitForm("invite", data, async () => {
    const { backend, answer, source, secure } = edge();
    const token = codeIn(fieldsOf(data).token ?? "");
    await backend.invite({ code: token });
    answer.append("set-cookie", sourceCookie(writeSource({ invite: token, ...source }), secure));
    throw redirect("/signup");
  });
}

function codeIn(said: string): string {
  return /([^/?#\s]+)\/?(?:[?#].*)?$/.exec(typedCode(said))?.[1] ?? "";
}

export async function makeInvite(data: FormData): Promise<void> {
  await submitForm("invites", data, async () => {
    await edge().once("createInvite", {}, formKey(data));
    throw redirect(savedPath("/settings/invites", "made"));
  });
}

export async function endInvite(data: FormData): Promise<void> {
  await submitForm("invites", data, async () => {
    await edge().backend.revokeInvite({ code: fieldsOf(data).link ?? "" });
    throw redirect(savedPath("/settings/invites", "ended"));
  });
}

forEveryone(acceptInvite);
