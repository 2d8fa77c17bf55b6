import { formState } from "#app/request/forms.ts";
import { Problems } from "#app/request/problems.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { CodeInput } from "#app/ui/code-input.tsx";
import { formatDay } from "#worker/platform/dates.ts";
import { money } from "#worker/platform/money.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { newDebitCode, signDebit, verifyDebit } from "./directdebit.actions.ts";
import css from "./directdebit.module.css";

type Mandate = CallOutput<"mandate">["mandate"];

export function CodeStep({ mandate }: { mandate: Mandate }) {
  const { t, url } = edge();
  const state = formState("debit-verify");
  const again = formState("debit-code");
  const label = t("directdebit.code_label");
  const over = mandate.code_until === null;
  return (
    <Card padding="l" title={t("directdebit.code_title")}>
      <Problems form={again} labels={{}} />
      {over && <Alert title={t("directdebit.code_over")} tone="warning" />}
      {!over && url.searchParams.has("sent") && !state.message && <Alert title={t("directdebit.code_sent")} tone="success" />}
      <p>{t("directdebit.code_intro", { end: mandate.sms_end })}</p>
      {!over && (
        <form action={verifyDebit} className="stack" noValidate>
          <Problems form={state} labels={{ code: label }} />
          <input name="mandate" type="hidden" value={mandate.id} />
          <CodeInput defaultValue={state.values.code} error={state.fields.code} label={label} />
          <Button size="l" wide>
            {t("directdebit.code_submit")}
          </Button>
        </form>
      )}
      <div className={css.others}>
        <form action={newDebitCode} noValidate>
          <input name="mandate" type="hidden" value={mandate.id} />
          <Button variant={over ? "primary" : "secondary"}>{t("directdebit.code_again")}</Button>
        </form>
        <Restart />
      </div>
    </Card>
  );
}

export function SignStep({ mandate, amount }: { mandate: Mandate; amount: number }) {
  const { t, language, reader } = edge();
  const state = formState("debit-sign");
  const { creditor } = mandate;
  const price = money(amount, "EUR", language);
  const label = t("directdebit.authorise", { creditor, amount: price });
  const facts = [
    [t("directdebit.creditor"), creditor],
    [t("directdebit.reference"), mandate.reference],
    [t("directdebit.holder"), mandate.holder],
    [t("directdebit.bank_account"), `IBAN … ${mandate.iban_end}`],
    [t("directdebit.amount"), price],
    [t("directdebit.day"), formatDay(mandate.collected_on, reader)],
  ] as const;
  return (
    <Card padding="l" title={t("directdebit.sign_title")}>
      <form action={signDebit} className="stack" noValidate>
        <Problems form={state} labels={{ authorise: label, discountcode: t("payments.checkout.code.label") }} />
        <dl className={css.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <input name="mandate" type="hidden" value={mandate.id} />
        <input name="expected" type="hidden" value={amount} />
        <Checkbox
          defaultChecked={state.values.authorise === "on"}
          error={state.fields.authorise}
          label={label}
          name="authorise"
          required
        />
        <Button icon="lock" size="l" wide>
          {t("directdebit.submit", { amount: price })}
        </Button>
      </form>
      <div className={css.others}>
        <Restart />
      </div>
    </Card>
  );
}

/** `page`: the provider asks the buyer as well. */
export function SignedStep({ mandate, page }: { mandate: Mandate; page: string | null }) {
  const { t } = edge();
  return (
    <Card padding="l" title={t("directdebit.done_title")}>
      <p>{t("directdebit.done_text")}</p>
      <p>
        {t("directdebit.reference")}: {mandate.reference}
      </p>
      {page && <p>{t("directdebit.provider_text")}</p>}
      <div className={css.others}>
        {page && (
          <ButtonLink href={page} icon="lock">
            {t("directdebit.provider_link")}
          </ButtonLink>
        )}
        <ButtonLink href="/transactions" icon="clock" variant={page ? "secondary" : "primary"}>
          {t("directdebit.done_link")}
        </ButtonLink>
      </div>
    </Card>
  );
}

function Restart() {
  return (
    <ButtonLink href="/directdebit" variant="quiet">
      {edge().t("directdebit.restart")}
    </ButtonLink>
  );
}
