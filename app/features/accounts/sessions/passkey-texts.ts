import { edge } from "#worker/server/edge/edge.ts";
import type { PasskeyTexts } from "./passkey-support.client.ts";

export function passkeyTexts(): PasskeyTexts {
  const { t } = edge();
  return {
    working: t("sessions.passkeys.working"),
    cancelled: t("sessions.passkeys.cancelled"),
    known: t("sessions.passkeys.known"),
    unsupported: t("sessions.passkeys.unsupported"),
    failed: t("error.unforeseen"),
  };
}
