"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import { wishesFrom } from "#worker/discovery/wishes/wish-values.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

export async function saveWishes(data: FormData): Promise<void> {
  await submitForm("wishes", data, async () => {
    await edge().backend.updateWishes(wishesFrom(fieldsOf(data)) ?? {});
    throw redirect(savedPath("/settings/wishes"));
  });
}

/** From the end of the deck, which then has new cards. */
export async function widenWishes(data: FormData): Promise<void> {
  await submitForm("swipe", data, async () => {
    await edge().backend.updateWishes(wishesFrom(fieldsOf(data)) ?? {});
    throw redirect("/swipe-game");
  });
}
