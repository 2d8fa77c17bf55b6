import { PurchasePause } from "#app/features/accounts/exclusions/purchase-pause.tsx";
import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { saveLimits } from "#app/features/delivery/notifications/preferences.actions.ts";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Input } from "#app/ui/input.tsx";
import { PERIODS, RAISE_AFTER } from "#worker/people/preferences/spending.vocabulary.ts";
import { formatTime } from "#worker/platform/dates.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { money, typedAmount } from "#worker/platform/money.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./spending.module.css";

export const handle = { scripts: "member" };

type Spending = CallOutput<"preferences">["spending"] & { pausedUntil: string | null };

export async function loader(): Promise<Spending> {
  await requireUser();
  const { backend } = edge();
  const [{ spending }, pause] = await orThrow(Promise.all([backend.preferences({}), backend.exclusion({})]));
  return { ...spending, pausedUntil: pause.purchases_until };
}

export function ServerComponent({ loaderData: { currency, limits, raise, pausedUntil } }: { loaderData: Spending }) {
  const { t } = edge();
  const sent = formState("limits");
  const goal = raise?.limits ?? limits;
  const amounts = currency ? PERIODS.map((period) => [period, typedAmount(goal[period], currency)] as const) : [];
  return (
    <SettingsFrame
      intro={currency && t("notifications.spending.intro")}
      title={t("settings.spending")}
      saved={{ raised: "notifications.spending.raised", lowered: "notifications.spending.lowered" }}
    >
      {raise && currency && <Raise currency={currency} raise={raise} />}
      {sent.message && <Alert tone="error">{sent.message}</Alert>}
      {currency ? (
        <Card title={t("notifications.spending.title")}>
          <form action={saveLimits} className="stack" noValidate>
            <input name="currency" type="hidden" value={currency} />
            <RenderedValues form={sent} values={Object.fromEntries(amounts)} />
            <div className={css.fields}>
              {amounts.map(([period, amount]) => (
                <Input
                  autoComplete="off"
                  defaultValue={sent.values[period] ?? amount}
                  error={sent.fields[period]}
                  hint={t("notifications.spending.now", { amount: amountOf(limits[period], currency) })}
                  inputMode="decimal"
                  key={period}
                  label={t(`notifications.spending.periods.${period}`, { currency })}
                  maxLength={11}
                  name={period}
                  optional={t("notifications.spending.optional")}
                />
              ))}
            </div>
            <p className="muted small">{t("notifications.spending.rule", { hours: RAISE_AFTER / HOUR })}</p>
            <div>
              <Button size="l">{t("notifications.spending.save")}</Button>
            </div>
          </form>
        </Card>
      ) : (
        <Alert>{t("notifications.spending.nothing")}</Alert>
      )}
      {currency && <PurchasePause until={pausedUntil} />}
      <Card title={t("notifications.spending.ban.title")}>
        <p>{t("notifications.spending.ban.text")}</p>
        <div>
          <ButtonLink href="/ban" icon="block" variant="secondary">
            {t("notifications.spending.ban.action")}
          </ButtonLink>
        </div>
      </Card>
    </SettingsFrame>
  );
}

function Raise({ raise, currency }: { raise: NonNullable<Spending["raise"]>; currency: string }) {
  const { t, reader } = edge();
  return (
    <Alert icon="clock" title={t("notifications.spending.waits", { date: formatTime(raise.from, reader) })}>
      <ul className={css.list}>
        {PERIODS.map((period) => (
          <li key={period}>{t(`notifications.spending.then.${period}`, { amount: amountOf(raise.limits[period], currency) })}</li>
        ))}
      </ul>
    </Alert>
  );
}

function amountOf(amount: number | null, currency: string): string {
  const { t, language } = edge();
  return amount === null ? t("notifications.spending.none") : money(amount, currency, language);
}
