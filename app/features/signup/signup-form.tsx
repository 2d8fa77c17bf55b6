import type { ReactNode } from "react";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { cx } from "#app/ui/cx.ts";
import { DateOfBirth } from "#app/ui/date-of-birth.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Input } from "#app/ui/input.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import { Select } from "#app/ui/select.tsx";
import { homeCountry } from "#worker/edge/country.ts";
import { edge, type FormState } from "#worker/edge/edge.ts";
import { newId } from "#worker/lib/ids.ts";
import { formState } from "../forms/forms.ts";
import { signupOpen, withNext } from "./flow.ts";
import { signUp } from "./signup.actions.ts";
import css from "./signup-form.module.css";
import { TRACKING } from "./tracking.ts";

export type SignupFormProps = {
  title?: string;
  intro?: string;
  /** Heading level of the title: 1 where the form is the page. */
  level?: 1 | 2;
  /** Lets the fields stand in two columns where there is room. */
  wide?: boolean;
  /** The member for whose sake somebody signs up: they are led to this profile instead of through the other steps. */
  profile?: string;
  /** Stands before the fields, in the form. */
  children?: ReactNode;
};

/** What belongs to the form from elsewhere on the page names it by this id. */
export const SIGNUP_FORM = "signup-form";

/** Sign-up as one form, where one may sign up; else the notice that this takes an invitation. */
export function SignupForm({ title, intro, level = 2, wide, profile, children }: SignupFormProps) {
  const { t, settings, url } = edge();
  const state = formState("signup");
  const next = state.values.next ?? url.searchParams.get("next") ?? "";
  const Heading = level === 1 ? "h1" : "h2";
  if (!signupOpen()) {
    return (
      <section className={css.card} id="signup">
        <Heading className={css.title}>{t("signup.closed.title")}</Heading>
        <p>{t("signup.closed.text", { site: settings.name })}</p>
        <HaveAccount next={profile ? `/members/${profile}` : next} />
      </section>
    );
  }
  return (
    <section className={cx(css.card, wide && css.wide)} id="signup">
      <Heading className={css.title}>{title ?? t("signup.title")}</Heading>
      <p className={css.intro}>{intro ?? t("signup.intro")}</p>
      <Problems />
      <form action={signUp} className={css.form} id={SIGNUP_FORM}>
        {children}
        <input name="signup_key" type="hidden" value={signupKey(state)} />
        {profile ? (
          <input name="signup_profile" type="hidden" value={profile} />
        ) : (
          <input name="next" type="hidden" value={next} />
        )}
        {TRACKING.map((name) => (
          <input
            key={name}
            name={name}
            type="hidden"
            value={state.values[name] ?? url.searchParams.get(name)?.slice(0, 100) ?? ""}
          />
        ))}
        <div className={css.part}>
          <Who />
        </div>
        <div className={css.part}>
          <Credentials />
        </div>
        <div className={css.end}>
          <Consents />
          <Button size="l" wide>
            {t("signup.submit")}
          </Button>
        </div>
      </form>
      <HaveAccount next={profile ? `/members/${profile}` : next} />
    </section>
  );
}

function HaveAccount({ next }: { next: string }) {
  const { t } = edge();
  return (
    <p className={css.other}>
      {t("signup.have_account")} <a href={withNext("/login", next)}>{t("signup.login")}</a>
    </p>
  );
}

/**
 * What was sent before is sent again: the same form makes one account, however often it is pressed. Unless it made one
 * already, and now holds somebody else's words.
 */
function signupKey({ values, code }: FormState): string {
  return (code !== "idempotency_conflict" && values.signup_key) || newId();
}

function Problems() {
  const { t } = edge();
  const state = formState("signup");
  const errors = Object.entries(state.fields).map(([field, message]) => ({ field, message }));
  if (errors.length > 0) return <ErrorSummary errors={errors} title={t("signup.problems", { count: errors.length })} />;
  return state.message ? <Alert title={state.message} tone="error" /> : null;
}

function Who() {
  const { t, settings, country, language } = edge();
  const { values, fields } = formState("signup");
  const names = new Intl.DisplayNames(language, { type: "region" });
  const countries = settings.countries
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  const month = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  return (
    <>
      <div className={css.pair}>
        <RadioGroup
          defaultValue={values.gender}
          error={fields.gender}
          label={t("signup.i_am.label")}
          name="gender"
          options={[
            { value: "female", label: t("signup.i_am.female") },
            { value: "male", label: t("signup.i_am.male") },
          ]}
          required
        />
        <RadioGroup
          defaultValue={values.looking_for}
          error={fields.looking_for}
          label={t("signup.looking_for.label")}
          name="looking_for"
          options={[
            { value: "female", label: t("signup.looking_for.female") },
            { value: "male", label: t("signup.looking_for.male") },
          ]}
          required
        />
      </div>
      <DateOfBirth
        defaultValue={{ day: values.date_of_birth_day, month: values.date_of_birth_month, year: values.date_of_birth_year }}
        error={fields.date_of_birth}
        hint={t("signup.date_of_birth_hint")}
        label={t("signup.date_of_birth", { min_age: settings.min_age })}
        labels={{ day: t("signup.day"), month: t("signup.month"), year: t("signup.year") }}
        months={Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2024, index, 1)))}
        name="date_of_birth"
        required
      />
      <Select
        autoComplete="country"
        defaultValue={values.country ?? homeCountry(country, settings)}
        error={fields.country}
        label={t("signup.country")}
        name="country"
        options={countries}
        required
      />
    </>
  );
}

function Credentials() {
  const { t } = edge();
  const { values, fields } = formState("signup");
  return (
    <>
      <Input
        autoCapitalize="none"
        autoComplete="username"
        defaultValue={values.name}
        error={fields.name}
        hint={t("signup.name_hint")}
        label={t("signup.name")}
        maxLength={60}
        name="name"
        required
        spellCheck={false}
      />
      <Input
        autoComplete="email"
        defaultValue={values.email}
        error={fields.email}
        hint={t("signup.email_hint")}
        label={t("signup.email")}
        maxLength={254}
        name="email"
        required
        type="email"
      />
      <PasswordField
        error={fields.password}
        hint={t("signup.password_hint")}
        label={t("signup.password")}
        name="password"
        purpose="new"
        required
      />
    </>
  );
}

function Consents() {
  const { t, settings } = edge();
  const { values, fields } = formState("signup");
  const site = settings.name;
  return (
    <>
      <Checkbox
        defaultChecked={values.terms === "on"}
        error={fields.terms}
        hint={<NewTab href="/terms">{t("legal.readTerms")}</NewTab>}
        label={t("signup.terms", { min_age: settings.min_age, site })}
        name="terms"
        required
      />
      <Checkbox
        defaultChecked={values.sensitive_data === "on"}
        error={fields.sensitive_data}
        hint={
          <>
            {t("signup.sensitive_hint", { support: settings.support_email })}{" "}
            <NewTab href="/privacy">{t("legal.readPrivacy")}</NewTab>
          </>
        }
        label={t("signup.sensitive", { site })}
        name="sensitive_data"
        required
      />
    </>
  );
}

/** Opens beside the form: what was typed stays. */
function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} rel="noopener" target="_blank">
      {children}
    </a>
  );
}
