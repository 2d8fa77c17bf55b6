import {
  Drawn,
  LanderFacts,
  LanderHead,
  LanderPlace,
  LanderText,
  landerOf,
  visitorsOnly,
} from "#app/features/accounts/landers/lander.tsx";
import { Portrait } from "#app/features/accounts/landers/portrait.tsx";
import { ReasonIcon } from "#app/features/accounts/landers/reason-icon.tsx";
import { SIGNUP_FORM, SignupForm } from "#app/features/accounts/signup/signup-form.tsx";
import { formState } from "#app/request/forms.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ATTRIBUTES } from "#db/schema/attribute-table.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./iconslanding.module.css";

export async function loader() {
  return visitorsOnly();
}

/** Six reasons to join; the choice is part of the sign-up form below and goes into the profile. */
export function ServerComponent({ params }: { params: { slug?: string } }) {
  const { t } = edge();
  const lander = landerOf("iconslanding", params.slug);
  const chosen = formState("signup").values.reason;
  return (
    <div className={css.page}>
      <LanderHead lander={lander} />
      <div className={css.band}>
        <LanderPlace lander={lander} />
        <LanderText className={css.words} lander={lander} />
        <fieldset className={css.choices}>
          <legend className="visually-hidden">{t("landers.iconslanding.legend")}</legend>
          {ATTRIBUTES.reason.codes.map((reason) => (
            <label className={css.choice} key={reason}>
              <input defaultChecked={reason === chosen} form={SIGNUP_FORM} name="reason" type="radio" value={reason} />
              <ReasonIcon className={css.icon} reason={reason} />
              <span className={css.name}>{t(`members.attributes.reason.${reason}`)}</span>
              <span className={css.line}>{t(`landers.iconslanding.${reason}`)}</span>
            </label>
          ))}
        </fieldset>
        <ButtonLink className={css.next} href="#signup" icon="chevron-down" size="l" variant="secondary">
          {t("landers.front.closing.action")}
        </ButtonLink>
      </div>
      <div className={css.form}>
        <SignupForm wide />
      </div>
      <div className={css.under}>
        <div className={css.faces}>
          {lander.people.slice(0, 5).map((person) => (
            <Portrait className={css.face} key={person.name} person={person} />
          ))}
        </div>
        <LanderFacts />
        <Drawn />
      </div>
    </div>
  );
}
