"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import { wishesFrom } from "#worker/discovery/wishes/wish-values.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

export async function saveWishes(data: FormData): Promise<void> {
  await submitForm("wishes", data, async () => {
    const fields = fieldsOf(data);
    // A box that is off sends nothing, and an upstream that does not know the boxes refuses them.
    const twoWay = fields.two_way && { only_these: fields.only_these === "on", everybody: fields.everybody === "on" };
    await edge().backend.updateWishes({ ...wishesFrom(fields), ...twoWay });
    throw redirect(savedPath("/settings/wishes"));
  });
}

/** Turns two-way search off or on, and shows the same search again. */
export async function showEverybody(data: FormData): Promise<void> {
  await submitForm("everybody", data, async () => {
    await edge().backend.updateWishes({ everybody: fieldsOf(data).everybody === "1" });
    const query = new URLSearchParams(edge().url.search);
    query.delete("cursor");
    throw redirect(`/members?${query}`);
  });
}

/** From the end of the deck, which then has new cards. */
export async function widenWishes(data: FormData): Promise<void> {
  await submitForm("swipe", data, async () => {
    await edge().backend.updateWishes(wishesFrom(fieldsOf(data)) ?? {});
    throw redirect("/swipe-game");
  });
}
