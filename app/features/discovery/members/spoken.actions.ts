"use server";
import { redirect } from "react-router";
import { formKey } from "#app/request/form-key.tsx";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { spokenPath } from "./spoken.ts";

export async function sayAnswer(data: FormData): Promise<void> {
  await submitForm("spoken", data, async () => {
    const { question = "", levels } = fieldsOf(data);
    // Without a file the backend answers that one is required.
    const file = data.get("file") as File;
    await edge().once("sayAnswer", { question, file, ...(levels && { levels }) }, formKey(data));
    throw redirect(savedPath(spokenPath(question), "sent"));
  });
}

export async function removeSpoken(data: FormData): Promise<void> {
  await submitForm("unsaid", data, async () => {
    const { question = "" } = fieldsOf(data);
    await edge().backend.removeSpoken({ question });
    throw redirect(savedPath(spokenPath(question), "removed"));
  });
}
