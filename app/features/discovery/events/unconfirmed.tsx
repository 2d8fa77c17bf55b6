import { Title } from "#app/head/title.tsx";
import { NotConfirmed } from "#app/request/not-confirmed.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import { AppError } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Null for a member who has to confirm the address first: the page says why. Otherwise as `orThrow`. */
export async function orUnconfirmed<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_confirmed") return orThrow(call);
    edge().status = error.status;
    return null;
  }
}

export function Unconfirmed() {
  const { t } = edge();
  return (
    <div className="container reading page stack loose">
      <Title>{t("events.title")}</Title>
      <PageHeader intro={t("events.confirmFirst")} title={t("events.title")} />
      <NotConfirmed />
    </div>
  );
}
