"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/edge/edge.ts";
import { AppError } from "#worker/lib/errors.ts";

/** Then redirects to the next card or to the match. */
export async function swipeCard(form: FormData): Promise<void> {
  const { profile = "", liked } = fieldsOf(form);
  await submitForm("swipe", form, async () => {
    const { match } = await edge().backend.swipe({ profile, liked: liked === "yes" });
    throw redirect(match ? `/swipe-game?match=${encodeURIComponent(profile)}` : "/swipe-game");
  });
}

export async function undoSwipe(form: FormData): Promise<void> {
  await submitForm("swipe", form, async () => {
    try {
      await edge().backend.undoSwipe({});
    } catch (error) {
      // A double press: the swipe is already undone, and the deck shows it.
      if (!(error instanceof AppError && error.code === "conflict")) throw error;
    }
    throw redirect("/swipe-game");
  });
}
