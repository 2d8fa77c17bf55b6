"use server";
import { redirect, redirectDocument } from "react-router";
import { fieldsOf, submitForm } from "#app/features/forms/forms.ts";
import { savedPath } from "#app/features/settings/saved.tsx";
import { justNowPath } from "#app/features/session/just-now.ts";
import { edge } from "#worker/edge/edge.ts";
import { AppError } from "#worker/lib/errors.ts";

/** Logs one device out. One that is logged out already is what was wanted. */
export async function endSession(data: FormData): Promise<void> {
  await submitForm("devices", data, async () => {
    const { session = "" } = fieldsOf(data);
    try {
      await edge().backend.endSessions({ session });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    }
    throw redirect(savedPath("/settings/devices", "one"));
  });
}

/** Logs every other device out. */
export async function endOthers(data: FormData): Promise<void> {
  await submitForm("devices", data, async () => {
    await edge().backend.endSessions({ all: true, keep_this: true });
    throw redirect(savedPath("/settings/devices", "others"));
  });
}

/** Logs out everywhere, here too. */
export async function endAll(data: FormData): Promise<void> {
  await submitForm("devices", data, async () => {
    await edge().backend.endSessions({ all: true });
    throw redirectDocument(justNowPath("/login", "everywhere"));
  });
}
