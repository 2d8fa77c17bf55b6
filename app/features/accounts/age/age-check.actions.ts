"use server";
import { redirect } from "react-router";
import { ageNext, agePath } from "#app/request/age-first.ts";
import { formKey } from "#app/request/form-key.tsx";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/server/edge/edge.ts";

export async function sendCheck(data: FormData): Promise<void> {
  await submitForm("age-check", data, async () => {
    const { agreed, next } = fieldsOf(data);
    // Without a file the backend answers that one is required.
    const [pose, document] = [data.get("pose") as File, data.get("document") as File];
    await edge().once("sendAgeCheck", { pose, document, agreed: agreed as "1" }, formKey(data));
    throw redirect(agePath(ageNext(next)));
  });
}

export async function withdrawCheck(data: FormData): Promise<void> {
  await submitForm("age-check-withdraw", data, async () => {
    await edge().backend.withdrawAgeCheck({});
    throw redirect(agePath(ageNext(fieldsOf(data).next)));
  });
}
