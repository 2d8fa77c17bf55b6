"use server";
import { redirect } from "react-router";
import { submitForm } from "#app/request/forms.ts";
import { changesIn } from "#app/request/rendered-values.tsx";
import { edge } from "#worker/server/edge/edge.ts";

/** Stores the answers; the page then shows results, or questions if too few are answered. */
export async function answerQuestions(form: FormData): Promise<void> {
  await submitForm("match", form, async () => {
    await edge().backend.saveAnswers({ answers: answersIn(form) });
    throw redirect("/match-finder#top");
  });
}

/** Of React's own fields none is an answer. */
function answersIn(form: FormData): Record<string, string> {
  return Object.fromEntries([...changesIn(form)].filter(([name]) => !name.startsWith("$")));
}
