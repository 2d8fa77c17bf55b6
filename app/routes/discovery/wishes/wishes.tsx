import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { WishFields, wishTexts } from "#app/features/discovery/wishes/wish-fields.tsx";
import { saveWishes } from "#app/features/discovery/wishes/wishes.actions.ts";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import type { WishesAnswer } from "#worker/discovery/wishes/wishes.contract.ts";
import type { Wanted } from "#worker/discovery/wishes/wishes.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./wishes.module.css";

export const handle = { scripts: "member" };

export async function loader(): Promise<WishesAnswer> {
  await requireUser();
  return orThrow(edge().backend.wishes({}));
}

export function ServerComponent({
  loaderData: { min_age, max_age, distance, dealbreakers, fields, has_town, only_these, everybody },
}: {
  loaderData: WishesAnswer;
}) {
  const { t, domain } = edge();
  const form = formState("wishes");
  // A refused form keeps what was ticked: a box that is off sends nothing.
  const ticked = (name: string, isOn: boolean) => (form.values.min_age === undefined ? isOn : form.values[name] === "on");
  const stored = wishTexts({ ages: [min_age, max_age], distance: distance as Wanted["distance"], dealbreakers });
  return (
    <SettingsFrame intro={t("wishes.intro")}>
      <Refusal form={form} />
      <form action={saveWishes} className={css.form} noValidate>
        <Card>
          <div className={css.fields}>
            <WishFields errors={form.fields} fields={fields} values={{ ...stored, ...form.values }} />
          </div>
        </Card>
        {only_these !== null && (
          <Card>
            <div className={css.fields}>
              <input name="two_way" type="hidden" value="1" />
              <Checkbox
                defaultChecked={ticked("only_these", only_these)}
                hint={t("wishes.onlyTheseHint")}
                label={t("wishes.onlyThese")}
                name="only_these"
              />
              <Checkbox
                defaultChecked={ticked("everybody", everybody === true)}
                hint={t("wishes.everybodyHint")}
                label={t("wishes.everybody")}
                name="everybody"
              />
            </div>
          </Card>
        )}
        <Button size="l">{t("wishes.save")}</Button>
      </form>
      {domain.features.distance && !has_town && (
        <Alert>
          {t("wishes.town")} <a href="/profile#basics">{t("wishes.addTown")}</a>
        </Alert>
      )}
    </SettingsFrame>
  );
}
