import type { ReactNode } from "react";
import { PlaceField } from "#app/features/members/place-field.tsx";
import { formState } from "#app/request/forms.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { homeCountry } from "#worker/domains/defaults.vocabulary.ts";
import type { Region } from "#worker/domains/domains.contract.ts";
import { edge } from "#worker/edge/edge.ts";
import type { DraftStep } from "#worker/signup/draft.contract.ts";
import { IntentKept } from "./intent-notice.tsx";
import { continueSignup, finishSteps, startOver } from "./signup.actions.ts";
import { Consents, Country, Credentials, type FormEntries, Person, SignupProblems, signupKey } from "./signup-fields.tsx";
import card from "./signup-form.module.css";
import { HaveAccount, Tracking } from "./signup-form.tsx";
import css from "./signup-steps.module.css";

export interface SignupStepProps {
  step: DraftStep;
  said: FormEntries;
  /** Regions of the chosen country; empty without region data. */
  regions: Region[];
  next: string;
  /** True if a stored draft can be deleted. */
  kept: boolean;
  resumed: boolean;
}

/** One of the two steps before the account. */
export function SignupStep(props: SignupStepProps) {
  const { t, url } = edge();
  const { step, next, kept, resumed } = props;
  return (
    <section className={card.card} id="signup">
      <header className={css.head}>
        <h1 className={card.title}>{t(`signup.joining.${step}.title`)}</h1>
        <p className={card.intro}>{t(`signup.joining.${step}.intro`)}</p>
        <IntentKept path={next} />
      </header>
      {resumed && <Resumed {...props} />}
      {url.searchParams.has("gone") && !resumed && <Alert>{t("signup.joining.gone")}</Alert>}
      <SignupProblems />
      {step === "you" ? <You {...props} /> : <Account {...props} />}
      {kept && <StartOver next={next} />}
      <HaveAccount next={next} />
    </section>
  );
}

/** Drafts cover submitted steps only, so the second step's note appears after its first submit. */
function Resumed({ step, said }: SignupStepProps) {
  const { t } = edge();
  const { name, email } = said.values;
  return (
    <Alert icon="check-circle" title={t("signup.joining.resumed.title")} tone="success">
      {t(step === "you" || name || email ? "signup.joining.resumed.text" : "signup.joining.resumed.first")}
    </Alert>
  );
}

function StartOver({ next }: { next: string }) {
  return (
    <form action={startOver} className={css.over}>
      <input name="next" type="hidden" value={next} />
      <Button size="s" variant="quiet">
        {edge().t("signup.joining.startOver")}
      </Button>
    </form>
  );
}

function You({ said, regions, next }: SignupStepProps) {
  const { t, settings, country } = edge();
  const { message, done } = formState("signup");
  const shown = said.values.country ?? homeCountry(country, settings);
  const choosing: ReactNode = done && message && <Alert>{message}</Alert>;
  return (
    <form action={continueSignup} className={card.form}>
      <input name="next" type="hidden" value={next} />
      <input name="step" type="hidden" value="you" />
      {/* Enter presses the first button, which must not be the one for other towns. */}
      <button className="visually-hidden" tabIndex={-1} type="submit">
        {t("signup.joining.you.submit")}
      </button>
      <Person {...said} />
      <Country {...said} />
      {settings.region_data === "yes" && (
        <>
          {choosing}
          <input name="places_of" type="hidden" value={shown} />
          {regions.length > 0 && (
            <PlaceField error={said.fields.region ?? said.fields.city} regions={regions} value={said.values.place ?? ""} />
          )}
          {settings.countries.length > 1 && (
            <Button className={css.places} formNoValidate name="to" size="s" value="places" variant="quiet">
              {t("signup.joining.you.towns")}
            </Button>
          )}
        </>
      )}
      <Button size="l" wide>
        {t("signup.joining.you.submit")}
      </Button>
    </form>
  );
}

function Account({ said, next }: SignupStepProps) {
  const { t } = edge();
  return (
    <form action={finishSteps} className={card.form}>
      <input name="next" type="hidden" value={next} />
      <input name="step" type="hidden" value="account" />
      <input name="signup_key" type="hidden" value={signupKey()} />
      <Tracking />
      <Credentials {...said} />
      <Consents {...said} />
      <Button size="l" wide>
        {t("signup.submit")}
      </Button>
      <Button formNoValidate name="to" value="back" variant="quiet" wide>
        {t("signup.joining.back")}
      </Button>
    </form>
  );
}
