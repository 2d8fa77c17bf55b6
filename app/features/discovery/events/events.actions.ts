"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import { invalid } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Buttons of one form: go, go without being listed, be interested, none of these. Another value changes nothing. */
export async function chooseAttendance(data: FormData): Promise<void> {
  const { event = "", choice } = fieldsOf(data);
  await submitForm("attendance", data, async () => {
    const { backend } = edge();
    if (choice === "none") await backend.leaveEvent({ event });
    else if (choice === "interested") await backend.attend({ event, attendance: "interested" });
    else if (choice === "going") await backend.attend({ event, attendance: "going", listed: true });
    else if (choice === "unlisted") await backend.attend({ event, attendance: "going", listed: false });
    else throw invalid({ field: "choice", code: "required" });
    throw redirect(savedPath(`/events/${encodeURIComponent(event)}`));
  });
}
