import { UsernameField } from "#app/features/accounts/recovery/username-field.tsx";
import { formState } from "#app/request/forms.ts";
import { loginPath } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Alert, FIRST } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { FieldGroup } from "#app/ui/field.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { RadioCards } from "#app/ui/radio-cards.tsx";
import { isTerm, monthsLater, TERM_NAMES, TERMS, type Term } from "#worker/people/exclusions/exclusions.vocabulary.ts";
import { formatDay } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { chooseTerm, shutMeOut } from "./exclusions.actions.ts";
import css from "./exclusions.module.css";

export async function SelfExclusion() {
  const { t, user, url } = edge();
  const { values, done } = formState("exclusion");
  const term = isTerm(values.months) ? values.months : null;
  const confirming = term !== null && (done || values.step === "confirm");
  const member = await user();
  return (
    <section className={css.ban} id="form">
      <Card padding="l" title={confirming ? undefined : t("exclusions.ban.title")}>
        {confirming && member ? <Confirm term={term} /> : member ? <Choose /> : <Visitor isOut={url.searchParams.has("done")} />}
      </Card>
    </section>
  );
}

function Visitor({ isOut }: { isOut: boolean }) {
  const { t } = edge();
  if (isOut) return <Alert first icon="check-circle" title={t("exclusions.ban.done")} tone="success" />;
  return (
    <>
      <p>{t("exclusions.ban.visitor")}</p>
      <div>
        <ButtonLink href={loginPath()}>{t("exclusions.ban.login")}</ButtonLink>
      </div>
    </>
  );
}

function Choose() {
  const { t } = edge();
  const { fields } = formState("exclusion");
  return (
    <form action={chooseTerm} className="stack" noValidate>
      <p>{t("exclusions.ban.intro")}</p>
      <FieldGroup error={fields.months} id="field-months" label={t("exclusions.ban.label")} required>
        <RadioCards
          name="months"
          options={TERM_NAMES.map((months) => ({ value: months, label: t(`exclusions.ban.terms.${months}`) }))}
        />
      </FieldGroup>
      <div className={css.buttons}>
        <Button size="l">{t("exclusions.ban.next")}</Button>
      </div>
    </form>
  );
}

function Confirm({ term }: { term: Term }) {
  const { t, reader, now } = edge();
  const state = formState("exclusion");
  return (
    <>
      <header className={css.header} {...(state.done && FIRST)}>
        <p className="muted small">{t(`exclusions.ban.terms.${term}`)}</p>
        <h2>{t("exclusions.ban.sure_title", { date: formatDay(monthsLater(now(), TERMS[term]), reader) })}</h2>
      </header>
      <p>{t("exclusions.ban.sure")}</p>
      <Refusal beside={["password"]} form={state} />
      <form action={shutMeOut} className="stack" noValidate>
        <input name="step" type="hidden" value="confirm" />
        <input name="months" type="hidden" value={term} />
        <UsernameField />
        <PasswordField
          error={state.fields.password}
          label={t("recovery.own_password.label")}
          name="password"
          purpose="current"
          required
        />
        <div className={css.buttons}>
          <Button icon="block" size="l" variant="danger">
            {t("exclusions.ban.button")}
          </Button>
          <ButtonLink href="/ban" size="l" variant="quiet">
            {t("exclusions.ban.stay")}
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
