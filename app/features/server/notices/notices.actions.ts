"use server";
import { redirect } from "react-router";
import { forEveryone } from "#app/request/author.ts";
import { keepDismissed } from "#app/request/dismissed.ts";
import { currentPath } from "#app/request/path.ts";
import { DISMISSIBLE } from "#worker/server/edge/dismissals.ts";
import { isSiteDismissal } from "#worker/sites/notices/notices.vocabulary.ts";

/** Stores the dismissal in a cookie and reloads the page with its query. */
export async function dismiss(data: FormData): Promise<void> {
  const given = String(data.get("notice"));
  const notice = isSiteDismissal(given) ? given : DISMISSIBLE.find((name) => name === given);
  if (notice) keepDismissed(notice);
  throw redirect(currentPath());
}

forEveryone(dismiss);
