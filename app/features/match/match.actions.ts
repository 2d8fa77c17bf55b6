"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/edge/edge.ts";

/** Stores the answers; the page then shows results, or questions if too few are answered. */
export async function answerQuestions(form: FormData): Promise<void> {
  await submitForm("match", form, async () => {
    await edge().backend.saveAnswers({ answers: fieldsOf(form) });
    throw redirect("/match-finder");
  });
}
