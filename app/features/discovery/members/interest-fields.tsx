import { formState } from "#app/request/forms.ts";
import { controlOf } from "#app/request/problems.tsx";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { FieldGroup, fieldId } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Interest } from "#db/schema/interests.ts";
import { isIntimate } from "#worker/discovery/members/interests.vocabulary.ts";
import type { Profile } from "#worker/discovery/members/members.contract.ts";
import { MOST_INTERESTS } from "#worker/discovery/members/profile-own.vocabulary.ts";
import { formatDay } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { showsIntimate } from "#worker/sites/domains/intimate.vocabulary.ts";
import { codeName, fieldName } from "./attributes.ts";
import { interestIcon } from "./interest.tsx";
import css from "./profile-form.module.css";

/** Null where nothing limits them. */
type IntimateChanges = CallOutput<"profile">["intimate_changes"];

type Props = { profile: Profile; changes: IntimateChanges };

/** Everyday interests, and below them those that only pairs see. */
export function Interests({ profile, changes }: Props) {
  const { t, settings } = edge();
  const form = formState("profile");
  const error = Object.entries(form.fields).find(([field]) => controlOf(field) === "interests")?.[1];
  const codes = [...new Set([...settings.interests, ...profile.interests])];
  const intimate = codes.filter(isIntimate);
  return (
    <FieldGroup
      error={error}
      hint={t("members.form.interestsHint", { max: MOST_INTERESTS })}
      id={fieldId("interests")}
      label={fieldName("interests")}
    >
      <RenderedValues
        form={form}
        part=".interests"
        values={Object.fromEntries(codes.map((code) => [`interest_${code}`, profile.interests.includes(code)]))}
      />
      <div className={css.groups}>
        <Ticks codes={codes.filter((code) => !isIntimate(code))} profile={profile} />
        {intimate.length > 0 && (
          <fieldset aria-describedby="intimate-hint" className={css.intimate}>
            <legend>
              <Icon name="lock" size="s" />
              {t("members.form.intimate.title")}
            </legend>
            <div className="muted" id="intimate-hint">
              <p>{intimateHint()}</p>
              {changes && <p>{leftWords(changes)}</p>}
            </div>
            <Ticks closed={changes?.left === 0} codes={intimate} profile={profile} />
          </fieldset>
        )}
        <p aria-hidden="true" className={css.chosen} data-most={MOST_INTERESTS} />
      </div>
    </FieldGroup>
  );
}

/** `closed`: a tick can be taken away, but not added. */
function Ticks({ codes, profile, closed = false }: { codes: Interest[]; profile: Profile; closed?: boolean }) {
  const { id: sent, values, code: refused } = formState("profile");
  const typed = sent === "profile" && refused !== null;
  return (
    <ul className={css.interests}>
      {codes.map((code) => {
        const ticked = profile.interests.includes(code);
        return (
          <li key={code}>
            <label className={css.interest}>
              <input
                defaultChecked={typed ? values[`interest_${code}`] !== undefined : ticked}
                disabled={closed && !ticked}
                name={`interest_${code}`}
                type="checkbox"
              />
              <span>
                {interestIcon(code)}
                {codeName("interests", code)}
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

/** Who sees intimate interests. */
export function intimateHint(): string {
  const { t, settings } = edge();
  return t(showsIntimate(settings) ? "members.form.intimate.open" : "members.form.intimate.pairs");
}

function leftWords({ left, again_at }: NonNullable<IntimateChanges>): string {
  const { t, reader } = edge();
  if (left > 0) return t("members.form.intimate.left", { count: left });
  return t("members.form.intimate.none", { date: formatDay(Date.parse(again_at ?? ""), reader) });
}
