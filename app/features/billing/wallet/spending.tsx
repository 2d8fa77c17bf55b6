import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./spending.module.css";

/** Price and balance before a spending. Null leaves out the price. */
export function Costs({ price, credits }: { price: number | null; credits: number }) {
  const { t } = edge();
  return (
    <dl className={css.facts}>
      {price !== null && (
        <>
          <dt>{t("wallet.pricing.price")}</dt>
          <dd>{t("wallet.price", { count: price })}</dd>
        </>
      )}
      <dt>{t("wallet.yours")}</dt>
      <dd>{t("wallet.price", { count: credits })}</dd>
    </dl>
  );
}

/** The balance is too small; leads to the packages where credits are sold. `here`: the page's own address with its sheet. */
export function Shortage({ here }: { here?: string }) {
  const { t, domain } = edge();
  const action = domain.features.payments && (
    <ButtonLink data-here={here && ""} href={here ?? "/credits"} size="s">
      {t("chat.getCredits")}
    </ButtonLink>
  );
  return (
    <Alert action={action} title={t("error.credits")} tone="warning">
      {!domain.features.payments && t("wallet.spending.unsold")}
    </Alert>
  );
}

/** Consent before the first payment on a fictional profile. `knowsFictional` checks it. */
export function KnowsFictional({ name, error }: { name: string; error?: string }) {
  return (
    <>
      <input name="fictional" type="hidden" value="1" />
      <Checkbox error={error} label={edge().t("wallet.spending.fictionalKnown", { name })} name="fictional_known" required />
    </>
  );
}
