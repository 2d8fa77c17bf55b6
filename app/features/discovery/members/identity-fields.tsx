import { Checkbox } from "#app/ui/checkbox.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import { Select } from "#app/ui/select.tsx";
import type { FormState } from "#worker/platform/form-answer.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { moreGenders } from "#worker/sites/domains/genders.vocabulary.ts";
import css from "./identity-fields.module.css";

/** Beside woman and man: opens what is below without a script. */
export const MORE = "more";

type Own = Pick<CallOutput<"profile">, "own_identity" | "self_changes" | "shown_in">;

/** Whether the site offers more, or the member said it elsewhere. An older upstream changes no gender. */
export function saysMore({ own_identity, self_changes, shown_in }: Own): boolean {
  return shown_in !== null && self_changes !== null && (own_identity !== null || moreGenders(edge().settings).length > 0);
}

export function storedIdentity({ own_identity, shown_in }: Own): Record<string, string | boolean> {
  return {
    identity: own_identity?.code ?? "",
    shown_in: own_identity ? (shown_in ?? "") : "",
    identity_shown: own_identity?.shown ?? false,
  };
}

export function IdentityFields({ own, form }: { own: Own; form: FormState }) {
  const { t, settings } = edge();
  const { fields, values } = form;
  const stored = storedIdentity(own);
  const said = (name: string) => values[name] ?? `${stored[name]}`;
  // A refused form keeps what was ticked: a box that is off sends nothing.
  const ticked = (name: string) => (values.gender === undefined ? stored[name] === true : values[name] === "on");
  const offered = [...new Set([...moreGenders(settings), ...(own.own_identity ? [own.own_identity.code] : [])])];
  return (
    <div className={css.more}>
      <Select
        defaultValue={said("identity")}
        error={fields.identity}
        label={t("members.self.label")}
        name="identity"
        options={offered.map((value) => ({ value, label: identityName(value) }))}
        placeholder={t("app.choose")}
      />
      <RadioGroup
        defaultValue={said("shown_in")}
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
        defaultChecked={ticked("identity_shown")}
        hint={t("members.self.shownHint")}
        label={t("members.self.shown")}
        name="identity_shown"
      />
      {own.own_identity === null && (
        <Checkbox
          defaultChecked={values.identity_consent === "on"}
          error={fields.identity_consent}
          hint={t("members.self.consentHint")}
          label={t("members.self.consent", { site: settings.name })}
          name="identity_consent"
        />
      )}
    </div>
  );
}

function identityName(code: NonNullable<Own["own_identity"]>["code"]): string {
  return edge().t(`members.attributes.identity.${code}`);
}
