"use server";
import { redirect } from "react-router";
import { placeIn } from "#app/features/discovery/members/place-text.ts";
import { regionsOf } from "#app/features/discovery/members/places.ts";
import { fieldsOf, submitForm, unlessGone } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import { edge } from "#worker/server/edge/edge.ts";

const PATH = "/settings/trips";
/** Never a region: the backend refuses it together with all other errors. */
const UNKNOWN = "unknown";

export async function saveTrip(data: FormData): Promise<void> {
  await submitForm("trip", data, async () => {
    // Another country: the page shows its towns, and what was typed.
    if (data.has("choose")) return;
    const {
      trip = "",
      country = "",
      from = "",
      until = "",
      place = "",
      place_asked: earlier,
      place_offer: offer,
    } = fieldsOf(data);
    // An offer answers what was typed then.
    const typed = offer && place === earlier ? offer : place;
    const town = placeIn(typed, await regionsOf(country)) ?? { region: UNKNOWN, city: "" };
    const wanted = { country, ...town, from, until };
    const { backend } = edge();
    // Another tab may have removed the trip meanwhile: what was entered is a trip all the same.
    const isKnown = trip !== "" && (await unlessGone(backend.changeTrip({ trip, ...wanted }))) === "done";
    if (!isKnown) await backend.addTrip(wanted);
    throw redirect(savedPath(PATH, "trip"));
  });
}

export async function removeTrip(data: FormData): Promise<void> {
  const { trip = "" } = fieldsOf(data);
  await submitForm(`remove ${trip}`, data, async () => {
    await unlessGone(edge().backend.removeTrip({ trip }));
    throw redirect(savedPath(PATH, "removed"));
  });
}
