"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { nextAfter, questionPath } from "./finder-steps.ts";

/** Stores one answer, which no other tab's answers touch; then asks the next question, or shows who fits. */
export async function answerQuestion(form: FormData): Promise<void> {
  await submitForm("match", form, async () => {
    const { question = "", answer = "" } = fieldsOf(form);
    const finder = await edge().backend.saveAnswers({ answers: { [question]: answer } });
    const next = nextAfter(finder, question);
    throw redirect(`${next ? questionPath(next, question) : RESULTS}#top`);
  });
}

const RESULTS = "/match-finder";
