"use server";
import { redirect } from "react-router";
import { submitForm } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import { isTerm } from "#worker/people/exclusions/exclusions.vocabulary.ts";
import { invalid } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** The first press asks, the second one pauses. */
export async function pauseBuying(data: FormData): Promise<void> {
  await submitForm("pause-buying", data, async () => {
    if (data.get("step") !== "confirm") return;
    await edge().backend.pausePurchases({});
    throw redirect(savedPath("/settings/spending"));
  });
}

/** The next form carries the length; nothing is stored. */
export async function chooseTerm(data: FormData): Promise<void> {
  await submitForm("exclusion", data, async () => {
    if (!isTerm(String(data.get("months") ?? ""))) throw invalid({ field: "months", code: "required" });
  });
}

export async function shutMeOut(data: FormData): Promise<void> {
  await submitForm("exclusion", data, async () => {
    const months = String(data.get("months") ?? "");
    if (!isTerm(months)) throw invalid({ field: "months", code: "required" });
    await edge().backend.exclude({ months, password: String(data.get("password") ?? "") });
    throw redirect("/ban?done#form");
  });
}
