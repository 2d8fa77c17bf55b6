"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/edge/edge.ts";

/** Keeps the answers of the form; with enough of them the results are next, else the questions again. */
export async function answerQuestions(form: FormData): Promise<void> {
  await submitForm("match", form, async () => {
    await edge().backend.saveAnswers({ answers: fieldsOf(form) });
    throw redirect("/match-finder");
  });
}
