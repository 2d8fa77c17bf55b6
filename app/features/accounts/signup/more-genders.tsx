import { IdentityFields } from "#app/features/discovery/members/identity-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { IDENTITY_FIELDS } from "#worker/accounts/signup/draft.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { MORE, moreGenders } from "#worker/sites/domains/genders.vocabulary.ts";
import { continueSignup } from "./signup.actions.ts";
import type { FormEntries } from "./signup-fields.tsx";
import css from "./signup-form.module.css";

/** What the site offers beyond woman and man, as the step of the gender asks it. A form of its own: Enter says this, and not the first answer. */
export function MoreGenders({ said: { values, fields }, next, warns }: { said: FormEntries; next: string; warns: boolean }) {
  const { t, settings } = edge();
  if (moreGenders(settings).length === 0) return null;
  const open = values.gender === MORE || IDENTITY_FIELDS.some((name) => fields[name]);
  return (
    <Disclosure open={open} summary={t("signup.i_am.more")}>
      <form action={continueSignup} className={css.form} noValidate>
        <input name="next" type="hidden" value={next} />
        <input name="step" type="hidden" value="gender" />
        {warns && <input name="entry" type="hidden" value="confirmed" />}
        <IdentityFields asks fields={fields} values={values} />
        <Button name="gender" size="l" value={MORE} wide>
          {t("signup.joining.continue")}
        </Button>
      </form>
    </Disclosure>
  );
}
