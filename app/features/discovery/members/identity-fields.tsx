import { Checkbox } from "#app/ui/checkbox.tsx";
import { Input } from "#app/ui/input.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import { Select } from "#app/ui/select.tsx";
import type { Identity } from "#db/schema/attributes.ts";
import { identityConsent, OWN_WORDS_LENGTH } from "#worker/discovery/members/profile-own.vocabulary.ts";
import type { FormState } from "#worker/platform/form-answer.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { moreGenders } from "#worker/sites/domains/genders.vocabulary.ts";
import css from "./identity-fields.module.css";

type Own = Pick<CallOutput<"profile">, "own_identity" | "self_changes" | "shown_in">;

/** Whether the site offers more, or the member said it elsewhere. An older upstream changes no gender. */
export function saysMore({ own_identity, self_changes, shown_in }: Own): boolean {
  return shown_in !== null && self_changes !== null && (own_identity !== null || moreGenders(edge().settings).length > 0);
}

export function storedIdentity({ own_identity, shown_in }: Own): Record<string, string | boolean> {
  return {
    identity: own_identity?.code ?? "",
    identity_words: own_identity?.words ?? "",
    shown_in: own_identity ? (shown_in ?? "") : "",
    identity_shown: own_identity?.shown ?? false,
  };
}

/** Of the settings: what is stored, or what a refused form had. */
export function OwnIdentityFields({ own, form: { fields, values } }: { own: Own; form: FormState }) {
  const stored = storedIdentity(own);
  const isRefused = values.gender !== undefined;
  const known = Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, value === true ? "on" : `${value || ""}`]),
  );
  const { own_identity } = own;
  return (
    <IdentityFields
      also={own_identity?.code}
      asks={own_identity === null || own_identity.consent_due}
      fields={fields}
      // A refused form keeps what was ticked: a box that is off sends nothing.
      values={isRefused ? { ...known, identity_shown: "", ...values } : known}
    />
  );
}

interface Props {
  values: Readonly<Record<string, string | undefined>>;
  fields: FormState["fields"];
  /** A code that the member said on another site. */
  also?: Identity["code"];
  asks: boolean;
}

/** Behind the choice `MORE`, which opens them without a script. */
export function IdentityFields({ values, fields, also, asks }: Props) {
  const { t, settings, language } = edge();
  const consent = identityConsent(language);
  const offered = [...new Set([...moreGenders(settings), ...(also ? [also] : [])])];
  return (
    <div className={css.more}>
      <Select
        defaultValue={values.identity ?? ""}
        error={fields.identity}
        label={t("members.self.label")}
        name="identity"
        options={offered.map((value) => ({ value, label: t(`members.attributes.identity.${value}`) }))}
        placeholder={t("app.choose")}
      />
      {offered.includes("own") && (
        <div className={css.words}>
          <Input
            autoComplete="off"
            defaultValue={values.identity_words}
            dir="auto"
            error={fields.identity_words}
            hint={t("members.self.wordsHint", { max: OWN_WORDS_LENGTH })}
            label={t("members.self.words")}
            maxLength={OWN_WORDS_LENGTH}
            name="identity_words"
          />
        </div>
      )}
      <RadioGroup
        defaultValue={values.shown_in}
        error={fields.shown_in}
        hint={t("members.self.bothHint")}
        label={t("members.self.shownIn")}
        name="shown_in"
        options={[
          { value: "female", label: t("signup.looking_for.female") },
          { value: "male", label: t("signup.looking_for.male") },
          { value: "both", label: t("members.self.both") },
        ]}
      />
      <Checkbox
        defaultChecked={values.identity_shown === "on"}
        hint={t("members.self.shownHint")}
        label={t("members.self.shown")}
        name="identity_shown"
      />
      {asks && (
        <Checkbox
          defaultChecked={values.identity_consent === consent}
          error={fields.identity_consent}
          hint={t("members.self.consentHint")}
          label={t("members.self.consent", { site: settings.name })}
          name="identity_consent"
          value={consent}
        />
      )}
    </div>
  );
}
