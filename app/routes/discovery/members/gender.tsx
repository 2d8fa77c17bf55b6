import { redirect } from "react-router";
import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { codeName, fieldName } from "#app/features/discovery/members/attributes.ts";
import { saveGender } from "#app/features/discovery/members/gender.actions.ts";
import { HeldNote } from "#app/features/discovery/members/held-note.tsx";
import { OwnIdentityFields, saysMore, storedIdentity } from "#app/features/discovery/members/identity-fields.tsx";
import { choicesOf } from "#app/features/people/identity/choices.ts";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import { Select } from "#app/ui/select.tsx";
import { ATTRIBUTES } from "#db/schema/attribute-table.ts";
import type { Gender } from "#db/schema/attributes.ts";
import { formFields } from "#worker/discovery/members/profile-own.vocabulary.ts";
import { formatDay } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { genderChoices, MORE, onlyGender } from "#worker/sites/domains/genders.vocabulary.ts";
import css from "./gender.module.css";

export const handle = { scripts: "member" };

type Own = CallOutput<"profile">;

/** `/settings/gender`. A site for one gender asks nobody for theirs; who said an identity elsewhere can give it up. */
export async function loader(): Promise<Own> {
  await requireUser();
  const own = await orThrow(edge().backend.profile({}));
  if (onlyGender(edge().settings) && own.own_identity === null) throw redirect("/settings");
  return own;
}

export function ServerComponent({ loaderData: own }: { loaderData: Own }) {
  const { t, settings } = edge();
  const form = formState("gender");
  const stored = storedIn(own, { sexuality: formFields(settings).includes("sexuality"), only: onlyGender(settings) });
  const more = saysMore(own);
  // Who leaves both searches may choose either, on a site for one gender too.
  const genders = (own.shown_in === "both" ? (["female", "male"] as const) : genderChoices(settings).gender).map((value) => ({
    ...{ value, label: t(`signup.i_am.${value}`) },
  }));
  const said = { ...stored, ...form.values };
  return (
    <SettingsFrame intro={t("members.self.intro")}>
      <Refusal beside={[...Object.keys(stored), ...Object.keys(storedIdentity(own)), "identity_consent"]} form={form} />
      <Left changes={own.self_changes} />
      <HeldNote field="identity" own={own} />
      <form action={saveGender} className={css.form} noValidate>
        <RenderedValues form={form} values={more ? { ...stored, ...storedIdentity(own) } : stored} />
        <Card>
          <div className={css.fields}>
            {stored.gender !== undefined && (
              <RadioGroup
                defaultValue={said.gender}
                error={form.fields.gender}
                label={t("signup.i_am.label")}
                name="gender"
                options={more ? [...genders, { value: MORE, label: t("members.self.more") }] : genders}
              />
            )}
            {more && <OwnIdentityFields form={form} own={own} />}
            {stored.looking_for !== undefined && (
              <RadioGroup
                defaultValue={said.looking_for}
                error={form.fields.looking_for}
                label={t("signup.looking_for.label")}
                name="looking_for"
                options={choicesOf("looking_for")}
              />
            )}
            {stored.sexuality !== undefined && (
              <Select
                defaultValue={said.sexuality}
                error={form.fields.sexuality}
                label={fieldName("sexuality")}
                name="sexuality"
                options={ATTRIBUTES.sexuality.codes.map((value) => ({ value, label: codeName("sexuality", value) }))}
                placeholder={t("members.form.notSaid")}
              />
            )}
          </div>
        </Card>
        <Button size="l">{t("members.self.save")}</Button>
      </form>
    </SettingsFrame>
  );
}

/** Fields that the backend knows, with what is stored. */
function storedIn(
  { profile, looking_for, own_identity, shown_in, self_changes }: Own,
  { sexuality, only }: { sexuality: boolean; only: Gender | null },
): Record<string, string> {
  return {
    ...(self_changes && { gender: own_identity ? MORE : (shown_in ?? profile.gender) }),
    ...(looking_for && only === null && { looking_for }),
    ...(sexuality && { sexuality: profile.sexuality ?? "" }),
  };
}

function Left({ changes }: { changes: Own["self_changes"] }) {
  const { t, reader } = edge();
  if (!changes) return null;
  const { left, again_at } = changes;
  if (again_at !== null) return <Alert>{t("members.self.none", { date: formatDay(again_at, reader) })}</Alert>;
  return <p className="muted">{t("members.self.left", { count: left })}</p>;
}
