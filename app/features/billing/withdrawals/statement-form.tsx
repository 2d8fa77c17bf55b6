import { formState } from "#app/request/forms.ts";
import { Problems } from "#app/request/problems.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmailInput } from "#app/ui/email-input.tsx";
import { Input } from "#app/ui/input.tsx";
import { WITHDRAWAL_CONTRACT, WITHDRAWAL_NAME } from "#worker/billing/withdrawals/withdrawals.vocabulary.ts";
import type { FormState } from "#worker/platform/form-answer.ts";
import { newId } from "#worker/platform/ids.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { checkStatement, confirmStatement } from "./withdraw.actions.ts";
import css from "./withdrawals.module.css";

/** For anybody, logged in or not: the statement, and once it is complete its confirmation. */
export function StatementForm({ confirm }: { confirm: string }) {
  const state = formState("withdrawal");
  return state.done || state.values.withdrawal_key ? <Confirm confirm={confirm} state={state} /> : <Fields state={state} />;
}

function Fields({ state }: { state: FormState }) {
  const { t, url } = edge();
  const { values, fields } = state;
  const labels = {
    name: t("withdrawals.form.name"),
    contract: t("withdrawals.form.contract"),
    email: t("withdrawals.form.email"),
  };
  return (
    <Card padding="l">
      <form action={checkStatement} className={css.form} noValidate>
        <Problems form={state} labels={labels} />
        <Input
          autoComplete="name"
          defaultValue={values.name}
          error={fields.name}
          label={labels.name}
          maxLength={WITHDRAWAL_NAME.max}
          name="name"
          required
        />
        <Input
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={values.contract ?? url.searchParams.get("order")?.slice(0, 40)}
          error={fields.contract}
          hint={t("withdrawals.form.contract_hint")}
          label={labels.contract}
          maxLength={WITHDRAWAL_CONTRACT.max}
          name="contract"
          required
          spellCheck={false}
        />
        <EmailInput
          defaultValue={values.email}
          error={fields.email}
          hint={t("withdrawals.form.email_hint")}
          label={labels.email}
          required
        />
        <Button size="l" wide>
          {t("withdrawals.form.continue")}
        </Button>
      </form>
    </Card>
  );
}

function Confirm({ state, confirm }: { state: FormState; confirm: string }) {
  const { t, settings } = edge();
  const { name = "", contract = "", email = "", withdrawal_key } = state.values;
  const lines = [
    [t("withdrawals.form.name"), name],
    [t("withdrawals.form.contract"), contract],
    [t("withdrawals.check.receipt"), email],
  ] as const;
  return (
    <Card padding="l" title={t("withdrawals.check.title")}>
      <form action={confirmStatement} className={css.form} noValidate>
        <Problems form={state} labels={{}} />
        <p>{t("withdrawals.check.text", { site: settings.name })}</p>
        <dl className={css.lines}>
          {lines.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
        {Object.entries({ name, contract, email }).map(([field, value]) => (
          <input key={field} name={field} type="hidden" value={value} />
        ))}
        <input name="withdrawal_key" type="hidden" value={(state.code !== "idempotency_conflict" && withdrawal_key) || newId()} />
        <p className="muted small">{t("withdrawals.check.note")}</p>
        <Button size="l" wide>
          {confirm}
        </Button>
      </form>
      <a href="/withdraw?other">{t("withdrawals.check.change")}</a>
    </Card>
  );
}
