"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm, unlessGone } from "#app/request/forms.ts";
import { currentPath, pathOf } from "#app/request/path.ts";
import { savedPath } from "#app/request/saved.tsx";
import { edge } from "#worker/server/edge/edge.ts";

const LIST = "/settings/photo-access";

/** Asks for the private photos of a profile, and returns to it. */
export async function askForPhotos(data: FormData): Promise<void> {
  await submitForm("photo-access", data, async () => {
    const { profile = "" } = fieldsOf(data);
    const { access } = await edge().backend.requestPhotoAccess({ profile });
    throw redirect(`/members/${encodeURIComponent(profile)}?photos=${access === "refused" ? "early" : "asked"}#private-photos`);
  });
}

export async function decideAccess(data: FormData): Promise<void> {
  await submitForm("photo-access", data, async () => {
    const { profile = "", granted } = fieldsOf(data);
    // A request that was taken back or blocked meanwhile is gone.
    await unlessGone(edge().backend.decidePhotoAccess({ profile, granted: granted === "1" }));
    // From a card of another page the member stays there.
    throw redirect(pathOf() === LIST ? savedPath(LIST, granted === "1" ? "granted" : "refused") : currentPath());
  });
}

export async function revokeAccess(data: FormData): Promise<void> {
  await submitForm("photo-access", data, async () => {
    await edge().backend.revokePhotoAccess({ profile: fieldsOf(data).profile ?? "" });
    throw redirect(savedPath(LIST, "revoked"));
  });
}
