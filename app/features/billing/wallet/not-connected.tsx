import type { ReactNode } from "react";
import { Title } from "#app/head/title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/server/edge/edge.ts";

/** States that orders are impossible without a payment provider. */
export function NotConnected({ action }: { action?: ReactNode }) {
  const { t } = edge();
  return (
    <Alert action={action} icon="info" title={t("wallet.notConnected.title")}>
      {t("wallet.notConnected.text")}
    </Alert>
  );
}

/** Replaces a payment page while payments are off. */
export function PaymentsOff({ title }: { title: string }) {
  return (
    <div className="container page">
      <Title>{title}</Title>
      <PageHeader title={title} />
      <NotConnected />
    </div>
  );
}
