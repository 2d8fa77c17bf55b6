import { keptProp } from "#app/request/kept-prop.ts";
import type { PasskeyTexts } from "./passkey-support.client.ts";

export const passkeyTexts = keptProp<PasskeyTexts>(({ t }) => ({
  working: t("sessions.passkeys.working"),
  cancelled: t("sessions.passkeys.cancelled"),
  known: t("sessions.passkeys.known"),
  unsupported: t("sessions.passkeys.unsupported"),
  failed: t("error.unforeseen"),
}));
