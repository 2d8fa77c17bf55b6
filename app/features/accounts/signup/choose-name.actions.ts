"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { pathOf } from "#app/request/path.ts";
import { savedPath } from "#app/request/saved.tsx";
import { edge } from "#worker/server/edge/edge.ts";

export async function chooseName(data: FormData): Promise<void> {
  await submitForm("choose-name", data, async () => {
    const { keep, name = "" } = fieldsOf(data);
    await edge().backend.chooseName({ name: keep ?? name });
    throw redirect(savedPath(pathOf(), "name"));
  });
}
