import { PendingDeletion } from "#app/features/accounts/leaving/pending-deletion.tsx";
import { IdentityFields } from "#app/features/discovery/members/identity-fields.tsx";
import { choicesOf } from "#app/features/people/identity/choices.ts";
import { formState } from "#app/request/forms.ts";
import { Problems } from "#app/request/problems.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { DateOfBirth } from "#app/ui/date-of-birth.tsx";
import { EmailInput } from "#app/ui/email-input.tsx";
import { Input } from "#app/ui/input.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import { Select } from "#app/ui/select.tsx";
import type { Key } from "#locales/index.ts";
import { IDENTITY_FIELDS, personOf } from "#worker/accounts/signup/draft.vocabulary.ts";
import { CONSENT_KINDS, type ConsentKind } from "#worker/people/identity/consents.contract.ts";
import { NAME_CODE_POINTS, NAME_LENGTH, PASSWORD_LENGTH } from "#worker/people/identity/lengths.vocabulary.ts";
import { ageOn, isoDate } from "#worker/platform/dates.ts";
import type { FormState } from "#worker/platform/form-answer.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { homeCountry } from "#worker/sites/domains/defaults.vocabulary.ts";
import { MORE, moreGenders, onlyGender } from "#worker/sites/domains/genders.vocabulary.ts";
import css from "./signup-form.module.css";

const NO_IDENTITY = Object.fromEntries(IDENTITY_FIELDS.map((name) => [name, ""]));

/** The submitted values over those of the draft. */
export type FormEntries = Pick<FormState, "values" | "fields">;

export function entriesOf(stored: Record<string, string | undefined> = {}): FormEntries {
  const { values, fields } = formState("signup");
  // A box that is off sends nothing.
  const said = values.gender === undefined ? values : { ...NO_IDENTITY, ...values };
  return { values: { ...(stored as Record<string, string>), ...said }, fields };
}

/** One key per form makes one account, however often it is sent. A used key with new values gets a fresh one. */
export function signupKey(): string {
  const { values, code } = formState("signup");
  return (code !== "idempotency_conflict" && values.signup_key) || edge().formKey;
}

const LABELS = {
  gender: "signup.i_am.label",
  identity: "members.self.label",
  identity_words: "members.self.words",
  shown_in: "members.self.shownIn",
  identity_consent: "members.self.consent",
  looking_for: "signup.looking_for.label",
  date_of_birth: "signup.date_of_birth",
  min_age: "members.minAge",
  max_age: "members.maxAge",
  distance: "wishes.distance",
  dealbreakers: "wishes.dealbreakers",
  country: "signup.country",
  place: "members.form.place",
  name: "signup.name",
  email: "signup.email",
  password: "signup.password",
  terms: "signup.terms",
  sensitive_data: "signup.sensitive",
} as const satisfies Record<string, Key>;

function labelOf(field: keyof typeof LABELS): string {
  const { t, settings } = edge();
  return t(LABELS[field], { min_age: settings.min_age, site: settings.name });
}

/** `of` names the fields that the page shows, where these are not all. */
export function SignupProblems({ of }: { of?: readonly string[] }) {
  const names = Object.keys(LABELS) as (keyof typeof LABELS)[];
  const labels = Object.fromEntries(names.map((name) => [name, labelOf(name)]));
  const form = formState("signup");
  const fields = Object.fromEntries(Object.entries(form.fields).filter(([name]) => of?.includes(name) ?? true));
  return (
    <>
      <Problems form={{ ...form, fields }} labels={labels} />
      <PendingDeletion form="signup" />
    </>
  );
}

export function Person({ values, fields }: FormEntries) {
  const { t, settings } = edge();
  const more = moreGenders(settings).length > 0;
  return (
    <>
      {onlyGender(edge().settings) ? (
        <OnlyAnswer />
      ) : (
        <div className={css.pair}>
          <RadioGroup
            defaultValue={values.gender}
            error={fields.gender}
            label={labelOf("gender")}
            name="gender"
            options={more ? [...choicesOf("gender"), { value: MORE, label: t("members.self.more") }] : choicesOf("gender")}
            required
          />
          <RadioGroup
            defaultValue={values.looking_for}
            error={fields.looking_for}
            label={labelOf("looking_for")}
            name="looking_for"
            options={choicesOf("looking_for")}
            required
          />
        </div>
      )}
      {more && <IdentityFields asks fields={fields} values={values} />}
      <Birth fields={fields} values={values} />
    </>
  );
}

export function OnlyAnswer() {
  const { t, settings } = edge();
  const only = onlyGender(settings);
  return only && <p>{t(`signup.only.${only}`)}</p>;
}

export function Birth({ values, fields }: FormEntries) {
  const { t, language, settings, now } = edge();
  const month = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  const min = settings.min_age;
  const date = isoDate(personOf(values, language).date_of_birth);
  const isYoung = fields.date_of_birth && date !== null && ageOn(date, now()) < min;
  return (
    <DateOfBirth
      defaultValue={{ day: values.date_of_birth_day, month: values.date_of_birth_month, year: values.date_of_birth_year }}
      error={fields.date_of_birth}
      hint={isYoung ? t("signup.too_young", { min_age: min }) : t("signup.date_of_birth_hint")}
      label={labelOf("date_of_birth")}
      labels={{ day: t("signup.day"), month: t("signup.month"), year: t("signup.year"), choose: t("app.choose") }}
      months={Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2024, index, 1)))}
      name="date_of_birth"
      required
    />
  );
}

export function Country({ values, fields }: FormEntries) {
  const { t, settings, country, language } = edge();
  const names = new Intl.DisplayNames(language, { type: "region" });
  const countries = settings.countries
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  return (
    <Select
      autoComplete="country"
      defaultValue={values.country ?? homeCountry(country, settings)}
      error={fields.country}
      label={labelOf("country")}
      name="country"
      options={countries}
      placeholder={t("app.choose")}
      required
    />
  );
}

export function Credentials({ values, fields, first }: FormEntries & { first?: boolean }) {
  const { t } = edge();
  return (
    <>
      <Input
        autoCapitalize="none"
        autoComplete="username"
        autoFocus={first}
        defaultValue={values.name}
        error={fields.name}
        hint={t("signup.name_hint", NAME_LENGTH)}
        label={labelOf("name")}
        maxLength={NAME_CODE_POINTS}
        name="name"
        required
        spellCheck={false}
      />
      <EmailInput
        defaultValue={values.email}
        error={fields.email}
        hint={t("signup.email_hint")}
        label={labelOf("email")}
        required
      />
      <PasswordField
        error={fields.password}
        hint={t("recovery.reset.choose.hint", PASSWORD_LENGTH)}
        label={labelOf("password")}
        minLength={PASSWORD_LENGTH.min}
        name="password"
        purpose="new"
        required
      />
    </>
  );
}

export function Consents({ kinds = CONSENT_KINDS, ...said }: FormEntries & { kinds?: readonly ConsentKind[] }) {
  return kinds.map((kind) => (kind === "terms" ? <Terms key={kind} {...said} /> : <SensitiveData key={kind} {...said} />));
}

function Terms({ values, fields }: FormEntries) {
  const { t } = edge();
  return (
    <Checkbox
      defaultChecked={values.terms === "on"}
      error={fields.terms}
      hint={<NewTab href="/terms">{t("legal.readTerms")}</NewTab>}
      label={labelOf("terms")}
      name="terms"
      required
    />
  );
}

function SensitiveData({ values, fields }: FormEntries) {
  const { t } = edge();
  return (
    <Checkbox
      defaultChecked={values.sensitive_data === "on"}
      error={fields.sensitive_data}
      hint={
        <>
          {t("signup.sensitive_hint")} <NewTab href="/privacy">{t("legal.readPrivacy")}</NewTab>
        </>
      }
      label={labelOf("sensitive_data")}
      name="sensitive_data"
      required
    />
  );
}

/** A new tab keeps the typed values. */
function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} rel="noopener" target="_blank">
      {children}
    </a>
  );
}
