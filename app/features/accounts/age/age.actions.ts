"use server";
import { redirect } from "react-router";
import { ageNext, agePath } from "#app/request/age-first.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { AGE_WAYS, PROVER_METHODS } from "#db/schema/age-methods.ts";
import { edge } from "#worker/server/edge/edge.ts";

export async function beginProof(data: FormData): Promise<void> {
  await submitForm("age", data, async () => {
    const form = fieldsOf(data);
    const method = PROVER_METHODS.find((one) => one === form.method) ?? "eu";
    const way = AGE_WAYS.find((one) => one === form.way) ?? "link";
    const next = ageNext(form.next);
    await edge().backend.beginAgeProof({ method, way, next });
    throw redirect(agePath(next, way === "provider" ? "go" : "open"));
  });
}

export async function cancelProof(data: FormData): Promise<void> {
  await submitForm("age-cancel", data, async () => {
    await edge().backend.cancelAgeProof({});
    throw redirect(agePath(ageNext(fieldsOf(data).next)));
  });
}

/** The answer "under 18" of the app was the member's own. */
export async function confirmUnder(data: FormData): Promise<void> {
  await submitForm("age", data, async () => {
    const { outcome } = await edge().backend.receiveAgeProof({ confirm: true });
    throw redirect(outcome === "under" ? "/proof-of-age/done?under" : agePath(ageNext(fieldsOf(data).next)));
  });
}
