"use server";
import { redirect } from "react-router";
import { offeredKinds } from "#app/features/delivery/notifications/offered-channels.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import { INTIMATE } from "#db/schema/interests.ts";
import { isByConsent } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Gives or takes back one optional consent of `/settings/consents`. */
export async function changeConsent(data: FormData): Promise<void> {
  await submitForm("optional-consent", data, async () => {
    const { what, given } = fieldsOf(data);
    const isGiven = given === "on";
    const { backend } = edge();
    if (what === "mail" || what === "push") await switchChannel(what, isGiven);
    else if (what === "news") await backend.updatePreferences({ notifications: { site_news: { mail: isGiven } } });
    else if (what === "beliefs") await backend.updatePreferences({ beliefs: isGiven });
    else if (what === "mail_login") await backend.updatePreferences({ mail_login: isGiven });
    else if (what === "visitors") await backend.updatePreferences({ privacy: { hide_from_visitors: !isGiven } });
    else if (what === "intimate" && !isGiven) await withoutIntimate();
    throw redirect(savedPath("/settings/consents"));
  });
}

/** All kinds but those that nobody can switch off, and those with a consent of their own. */
async function switchChannel(channel: "mail" | "push", on: boolean): Promise<void> {
  const { backend } = edge();
  const { always } = await backend.preferences({});
  const kinds = offeredKinds(always).filter((kind) => !isByConsent(kind) && !always[kind]?.includes(channel));
  const notifications = Object.fromEntries(kinds.map((kind) => [kind, { [channel]: on }]));
  await backend.updatePreferences({ notifications: notifications as CallInput<"updatePreferences">["notifications"] });
}

async function withoutIntimate(): Promise<void> {
  const { backend } = edge();
  const { profile } = await backend.profile({});
  const interests = profile.interests.filter((code) => !(INTIMATE as readonly string[]).includes(code));
  await backend.updateProfile({ interests });
}
