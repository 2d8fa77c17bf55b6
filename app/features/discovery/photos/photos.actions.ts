"use server";
import { redirect } from "react-router";
import { formKey } from "#app/request/form-key.tsx";
import { fieldsOf, submitForm, unlessGone } from "#app/request/forms.ts";
import { pathOf } from "#app/request/path.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** URL of the form's page: the profile or a sign-up step. */
function backTo(photo: "added" | "main" | "moved" | "private" | "public" | "removed"): string {
  if (pathOf() !== "/complete-signup") return `/profile?photo=${photo}#photos`;
  const next = edge().url.searchParams.get("next");
  return `/complete-signup?${new URLSearchParams({ step: "photo", ...(next ? { next } : {}), photo })}#photos`;
}

export async function addPhoto(data: FormData): Promise<void> {
  await submitForm("photo", data, async () => {
    // Without a file the backend answers that one is required.
    const file = data.get("file");
    await edge().once("addPhoto", { file: file as File }, formKey(data));
    throw redirect(backTo("added"));
  });
}

export async function makeMain(data: FormData): Promise<void> {
  await submitForm("photos", data, async () => {
    await edge().backend.updatePhoto({ id: fieldsOf(data).id ?? "", main: true });
    throw redirect(backTo("main"));
  });
}

/** Moves a photo one place; rejected photos have no place. */
export async function movePhoto(data: FormData): Promise<void> {
  await submitForm("photos", data, async () => {
    const { id = "", by } = fieldsOf(data);
    const { backend } = edge();
    const { photos } = await backend.profile({});
    const order = photos.filter(({ status }) => status !== "rejected").map((photo) => photo.id);
    const from = order.indexOf(id);
    const to = from + (by === "-1" ? -1 : 1);
    if (from >= 0 && to >= 0 && to < order.length) {
      order.splice(to, 0, ...order.splice(from, 1));
      await backend.updatePhoto({ order });
    }
    throw redirect(backTo("moved"));
  });
}

export async function setVisibility(data: FormData): Promise<void> {
  await submitForm("photos", data, async () => {
    const { id = "", visibility: wanted } = fieldsOf(data);
    const visibility = wanted === "private" ? "private" : "public";
    await edge().backend.updatePhoto({ id, visibility });
    throw redirect(backTo(visibility));
  });
}

export async function removePhoto(data: FormData): Promise<void> {
  await submitForm("photos", data, async () => {
    await unlessGone(edge().backend.removePhoto({ id: fieldsOf(data).id ?? "" }));
    throw redirect(backTo("removed"));
  });
}
