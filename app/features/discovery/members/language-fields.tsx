import { formState } from "#app/request/forms.ts";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { FieldGroup, fieldId } from "#app/ui/field.tsx";
import type { Profile } from "#worker/discovery/members/members.contract.ts";
import { MOST_LANGUAGES } from "#worker/discovery/members/profile-own.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { codeName, fieldName, spokenByName } from "./attributes.ts";
import css from "./profile-form.module.css";

export const LANGUAGE = "language_";

/** Closed until it is used: there are many. */
export function LanguageFields({ profile }: { profile: Profile }) {
  const { t } = edge();
  const form = formState("profile");
  const typed = form.id === "profile" && form.code !== null;
  const codes = spokenByName();
  const said = profile.languages.map((code) => codeName("languages", code)).join(", ");
  return (
    <FieldGroup
      error={form.fields.languages}
      hint={t("members.form.interestsHint", { max: MOST_LANGUAGES })}
      id={fieldId("languages")}
      label={fieldName("languages")}
    >
      <RenderedValues
        form={form}
        part=".languages"
        values={Object.fromEntries(codes.map((code) => [LANGUAGE + code, profile.languages.includes(code)]))}
      />
      <Disclosure open={typed} summary={said || t("members.form.notSaid")}>
        <ul className={css.interests}>
          {codes.map((code) => (
            <li key={code}>
              <label className={css.interest}>
                <input
                  defaultChecked={typed ? form.values[LANGUAGE + code] !== undefined : profile.languages.includes(code)}
                  name={LANGUAGE + code}
                  type="checkbox"
                />
                <span>{codeName("languages", code)}</span>
              </label>
            </li>
          ))}
        </ul>
      </Disclosure>
    </FieldGroup>
  );
}
