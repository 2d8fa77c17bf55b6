"use server";
import { redirect } from "react-router";
import { currentPath } from "#app/request/path.ts";
import { DISMISSIBLE, dismissedCookie } from "#worker/edge/dismissals.ts";
import { edge } from "#worker/edge/edge.ts";

/** Stores the dismissal in a cookie and reloads the page with its query. */
export async function dismiss(data: FormData): Promise<void> {
  const { answer, dismissals, now, secure } = edge();
  const notice = DISMISSIBLE.find((name) => name === data.get("notice"));
  if (notice) answer.append("set-cookie", dismissedCookie({ ...dismissals, [notice]: now() }, now(), secure));
  throw redirect(currentPath());
}
