import { edge } from "#worker/edge/edge.ts";
import type { PasskeyWords } from "./platform.client.ts";

/** What an island about passkeys may have to say. */
export function passkeyWords(): PasskeyWords {
  const { t } = edge();
  return {
    working: t("passkeys.working"),
    cancelled: t("passkeys.cancelled"),
    known: t("passkeys.known"),
    unsupported: t("passkeys.unsupported"),
    failed: t("error.unforeseen"),
  };
}
