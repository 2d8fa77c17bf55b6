"use server";
import { redirect } from "react-router";
import { edge } from "#worker/server/edge/edge.ts";
import { localeCookie } from "#worker/server/edge/session.ts";
import { currentPath } from "./path.ts";

/** Stores the language in a cookie for 365 days and in the account, then reloads the page. */
export async function switchLanguage(data: FormData): Promise<void> {
  const { languages, answer, secure, user, backend } = edge();
  const language = languages.find((tag) => tag === data.get("language"));
  if (language) {
    answer.append("set-cookie", localeCookie(language, secure));
    if (await user()) await backend.updateUser({ language });
  }
  throw redirect(currentPath());
}
