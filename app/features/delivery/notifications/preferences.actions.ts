"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { currentPath, pathOf } from "#app/request/path.ts";
import { changesIn, isChanged } from "#app/request/rendered-values.tsx";
import { savedPath } from "#app/request/saved.tsx";
import { isByConsent } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { PERIODS } from "#worker/people/preferences/spending.vocabulary.ts";
import { invalid } from "#worker/platform/errors.ts";
import { minorUnits } from "#worker/platform/money.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { changeOf } from "./chosen-pace.ts";
import { firstMessagesFrom } from "./first-messages.ts";
import { offeredChannels, offeredKinds, offersMailLogin } from "./offered-channels.ts";

type Notifications = NonNullable<CallInput<"updatePreferences">["notifications"]>;

/** Unchanged fields keep their current value. */
export async function saveNotifications(data: FormData): Promise<void> {
  await submitForm("notifications", data, async () => {
    const notifications: Notifications = {};
    const paces: NonNullable<CallInput<"updatePreferences">["paces"]> = {};
    const { always, paces: known } = await edge().backend.preferences({});
    for (const kind of offeredKinds(always))
      for (const channel of offeredChannels())
        if (
          !(isByConsent(kind) && channel !== "mail") &&
          !always[kind]?.includes(channel) &&
          isChanged(data, `${kind}.${channel}`)
        ) {
          const { on, pace } = changeOf(String(data.get(`${kind}.${channel}`) ?? ""), known?.[kind]?.[channel] !== undefined);
          notifications[kind] = { ...notifications[kind], [channel]: on };
          if (pace) paces[kind] = { ...paces[kind], [channel]: pace };
        }
    const mail_login = offersMailLogin() && isChanged(data, "mail_login") ? data.has("mail_login") : undefined;
    await edge().backend.updatePreferences({ notifications, mail_login, ...(Object.keys(paces).length > 0 && { paces }) });
    throw redirect(savedPath("/settings/notifications"));
  });
}

export async function savePush(data: FormData): Promise<void> {
  await submitForm("push", data, async () => {
    const { backend, reader } = edge();
    const changed = changesIn(data);
    const hours = ["quiet", "from", "to"].some((name) => changed.has(name));
    const now = hours ? (await backend.preferences({})).push.quiet : null;
    const hour = (name: "from" | "to") => changed.get(name) ?? now?.[name] ?? fieldsOf(data)[name] ?? "";
    const isOn = changed.has("quiet") || now === null ? data.has("quiet") : true;
    const quiet = isOn ? { from: hour("from"), to: hour("to"), zone: reader.zone } : null;
    const names = changed.has("names") ? data.has("names") : undefined;
    await backend.updatePreferences({ push: { names, ...(hours && { quiet }) } });
    throw redirect(savedPath("/settings/notifications"));
  });
}

export async function removeDevice(data: FormData): Promise<void> {
  await submitForm("device", data, async () => {
    await edge().backend.unsubscribePush({ device: fieldsOf(data).device });
    throw redirect(savedPath("/settings/notifications"));
  });
}

export async function savePrivacy(data: FormData): Promise<void> {
  await submitForm("privacy", data, async () => {
    const { backend } = edge();
    const privacy: NonNullable<CallInput<"updatePreferences">["privacy"]> = {};
    for (const name of ["invisible", "hide_from_visitors", "show_read", "show_online", "show_answers", "calls_verified"] as const)
      if (isChanged(data, name)) privacy[name] = data.has(name);
    const now = data.has("first_from") ? (await backend.preferences({})).privacy.first_messages : undefined;
    privacy.first_messages = firstMessagesFrom(changesIn(data), now);
    await backend.updatePreferences({ privacy });
    throw redirect(savedPath("/settings/privacy"));
  });
}

/** Offered after a block: the blocked member could view the profile logged out. */
export async function hideFromVisitors(data: FormData): Promise<void> {
  await submitForm("visitors", data, async () => {
    await edge().backend.updatePreferences({ privacy: { hide_from_visitors: true } });
    throw redirect(savedPath("/settings/blocked", "hidden"));
  });
}

export async function pause(data: FormData): Promise<void> {
  await submitForm("pause", data, async () => {
    await edge().backend.updatePreferences({ privacy: { paused: true } });
    throw redirect(savedPath("/settings/privacy", "paused"));
  });
}

export async function comeBack(data: FormData): Promise<void> {
  await submitForm("pause", data, async () => {
    await edge().backend.updatePreferences({ privacy: { paused: false } });
    throw redirect(pathOf() === "/settings/privacy" ? savedPath("/settings/privacy", "back") : currentPath());
  });
}

/** Amounts in whole currency units; an empty field means no limit. */
export async function saveLimits(data: FormData): Promise<void> {
  await submitForm("limits", data, async () => {
    const { currency = "EUR", ...typed } = fieldsOf(data);
    const limits: Partial<Record<(typeof PERIODS)[number], number | null>> = {};
    for (const period of PERIODS) {
      const amount = minorUnits(typed[period] ?? "", currency);
      if (Number.isNaN(amount)) throw invalid({ field: period, code: "invalid_format" });
      if (isChanged(data, period)) limits[period] = amount;
    }
    const { spending } = await edge().backend.updatePreferences({ limits });
    throw redirect(savedPath("/settings/spending", spending.raise ? "raised" : "lowered"));
  });
}
