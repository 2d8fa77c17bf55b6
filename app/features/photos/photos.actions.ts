"use server";
import { redirect } from "react-router";
import { edge } from "#worker/edge/edge.ts";
import { fieldsOf, submitForm } from "../forms/forms.ts";

/** Adds the photo that was chosen. */
export async function addPhoto(data: FormData): Promise<void> {
  await submitForm("photo", data, async () => {
    // Without a file the backend says that one is needed.
    const file = data.get("file");
    await edge().backend.addPhoto({ file: file as File });
    throw redirect("/profile?photo=added#photos");
  });
}

/** Puts a photo on one's card. */
export async function makeMain(data: FormData): Promise<void> {
  await submitForm("photos", data, async () => {
    await edge().backend.updatePhoto({ id: fieldsOf(data).id ?? "", main: true });
    throw redirect("/profile?photo=main#photos");
  });
}

/** Removes a photo for good. */
export async function removePhoto(data: FormData): Promise<void> {
  await submitForm("photos", data, async () => {
    await edge().backend.removePhoto({ id: fieldsOf(data).id ?? "" });
    throw redirect("/profile?photo=removed#photos");
  });
}
