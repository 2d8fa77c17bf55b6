"use server";
import { redirect, redirectDocument } from "react-router";
import { flashPath } from "#app/request/flash.ts";
import { fieldsOf, submitForm, unlessGone } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import { edge } from "#worker/server/edge/edge.ts";

export async function endSession(data: FormData): Promise<void> {
  await submitForm("devices", data, async () => {
    const { session = "" } = fieldsOf(data);
    await unlessGone(edge().backend.endSessions({ session }));
    throw redirect(savedPath("/settings/devices", "one"));
  });
}

export async function endOthers(data: FormData): Promise<void> {
  await submitForm("devices", data, async () => {
    await edge().backend.endSessions({ all: true, keep_this: true });
    throw redirect(savedPath("/settings/devices", "others"));
  });
}

/** Also ends this session. */
export async function endAll(data: FormData): Promise<void> {
  await submitForm("devices", data, async () => {
    await edge().backend.endSessions({ all: true });
    throw redirectDocument(flashPath("/login", "everywhere"));
  });
}
