import type { ReactNode } from "react";
import { Alert } from "#app/ui/alert.tsx";
import { edge } from "#worker/edge/edge.ts";

/** What is true of paying on this deployment: no provider stands behind it. */
export function NotConnected({ action }: { action?: ReactNode }) {
  const { t } = edge();
  return (
    <Alert action={action} icon="info" title={t("wallet.notConnected.title")}>
      {t("wallet.notConnected.text")}
    </Alert>
  );
}
