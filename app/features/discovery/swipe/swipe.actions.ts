"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { nextPath } from "#app/request/next.ts";
import { AppError } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Then redirects to the next card or to the match. */
export async function swipeCard(form: FormData): Promise<void> {
  const { profile = "", liked } = fieldsOf(form);
  await submitForm("swipe", form, async () => {
    const { match } = await edge().backend.swipe({ profile, liked: liked === "yes" });
    throw redirect(match ? `/swipe-game?match=${encodeURIComponent(profile)}` : "/swipe-game");
  });
}

/** From a profile: the deck shows it again after 30 days, and the reader goes back to the list. */
export async function passMember(form: FormData): Promise<void> {
  const { profile = "", next } = fieldsOf(form);
  await submitForm("like", form, async () => {
    await edge().backend.swipe({ profile, liked: false });
    throw redirect(nextPath(next));
  });
}

/** Names its swipe: if the swipe was lost or refused, the one before it stays. */
export async function undoSwipe(form: FormData): Promise<void> {
  const { profile } = fieldsOf(form);
  await submitForm("swipe", form, async () => {
    try {
      await edge().backend.undoSwipe(profile ? { profile } : {});
    } catch (error) {
      // Already undone, or never counted: the deck shows it.
      if (!(error instanceof AppError && error.code === "conflict")) throw error;
    }
    throw redirect("/swipe-game");
  });
}
