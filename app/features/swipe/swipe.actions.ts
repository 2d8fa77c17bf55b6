"use server";
import { redirect } from "react-router";
import { edge } from "#worker/edge/edge.ts";
import { fieldsOf, submitForm } from "../forms/forms.ts";

/** Likes or passes the card of the form, by the button pressed; then the next card, or the match it made. */
export async function swipeCard(form: FormData): Promise<void> {
  const { profile = "", liked } = fieldsOf(form);
  await submitForm("swipe", form, async () => {
    const { match } = await edge().backend.swipe({ profile, liked: liked === "yes" });
    throw redirect(match ? `/swipe-game?match=${encodeURIComponent(profile)}` : "/swipe-game");
  });
}

export async function undoSwipe(form: FormData): Promise<void> {
  await submitForm("swipe", form, async () => {
    await edge().backend.undoSwipe({});
    throw redirect("/swipe-game");
  });
}
