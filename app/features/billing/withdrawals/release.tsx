import { formState } from "#app/request/forms.ts";
import { Problems } from "#app/request/problems.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import { formatTime } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { Lines, OrderFields, sumOf } from "./own-orders.tsx";
import { release } from "./withdraw.actions.ts";
import css from "./withdrawals.module.css";

interface Props {
  found: CallOutput<"withdrawable">;
  /** Of the page, while there is something to release: a result brings its own. */
  heading: string;
  token: string;
}

/** A GET changes nothing: mail scanners open links. */
export function Release({ found: { orders, statement }, heading, token }: Props) {
  const { t, url, reader } = edge();
  if (!statement) return null;
  const open = orders.filter(({ outcome }) => outcome === "open");
  if (open.length === 0)
    return (
      <ResultMessage
        icon="check-circle"
        onwards={{ href: "/return-policy", label: t("footer.pages.return-policy") }}
        title={t("withdrawals.release.title")}
      >
        {t(url.searchParams.has("done") ? "withdrawals.release.done" : "withdrawals.release.none")}
      </ResultMessage>
    );
  return (
    <>
      <PageHeader title={heading} />
      <Card padding="l" title={t("withdrawals.release.title")}>
        <form action={release} className={css.form} noValidate>
          <Problems form={formState("withdrawal-release")} labels={{}} />
          <p>{t("withdrawals.release.text", { time: formatTime(statement.at, reader), reference: statement.reference })}</p>
          <Lines orders={orders} />
          <OrderFields orders={open} />
          <input name="token" type="hidden" value={token} />
          <Button size="l" wide>
            {t("withdrawals.release.button", { sum: sumOf(orders) })}
          </Button>
        </form>
      </Card>
    </>
  );
}
