import { WishFields, wishTexts } from "#app/features/discovery/wishes/wish-fields.tsx";
import { type Choice, choicesOf } from "#app/features/people/identity/choices.ts";
import { EmbeddedWarning } from "#app/request/embedded-warning.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { ChoiceRows } from "#app/ui/choice-rows.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { type DraftStep, FIELDS_OF_STEP, personOf } from "#worker/accounts/signup/draft.vocabulary.ts";
import { WISH_FIELDS } from "#worker/discovery/wishes/wish-values.vocabulary.ts";
import { dealbreakerFields, wishesOn } from "#worker/discovery/wishes/wishes.vocabulary.ts";
import { isoDate } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { MoreGenders } from "./more-genders.tsx";
import { SavedIntent } from "./saved-intent.tsx";
import { continueSignup, finishSteps, startOver } from "./signup.actions.ts";
import {
  Birth,
  Consents,
  Country,
  Credentials,
  type FormEntries,
  OnlyAnswer,
  SignupProblems,
  signupKey,
} from "./signup-fields.tsx";
import card from "./signup-form.module.css";
import { HaveAccount, Tracking } from "./signup-form.tsx";
import css from "./signup-steps.module.css";
import { firstStep, SKIP, stepsHere } from "./steps.ts";
import { TypedDraft } from "./typed-draft.tsx";

export interface SignupStepProps {
  step: DraftStep;
  said: FormEntries;
  next: string;
  hasDraft: boolean;
  resumed: boolean;
  /** Shows the age warning, which the first answer confirms. */
  warns: boolean;
}

export function SignupStep(props: SignupStepProps) {
  const { t, url } = edge();
  const { step, next, hasDraft, resumed } = props;
  return (
    <section className={card.card} id="signup">
      <header className={css.head}>
        <h1 className={card.title}>{t(`signup.joining.${step}.title`)}</h1>
        {step !== "birth" && <p className={card.intro}>{t(`signup.joining.${step}.intro`)}</p>}
        <SavedIntent path={next} />
      </header>
      {resumed && (
        <Alert icon="check-circle" title={t("signup.joining.resumed.title")} tone="success">
          {t("signup.joining.resumed.text")}
        </Alert>
      )}
      {url.searchParams.has("gone") && !resumed && <Alert>{t("signup.joining.gone")}</Alert>}
      {props.warns && <EmbeddedWarning />}
      <SignupProblems of={FIELDS_OF_STEP[step]} />
      {step === "account" ? (
        <Account {...props} />
      ) : step === "wishes" ? (
        <Wishes {...props} />
      ) : (
        <>
          <Question {...props} step={step} />
          {step === "gender" && <MoreGenders {...props} />}
        </>
      )}
      {hasDraft && <StartOver next={next} />}
      <HaveAccount next={next} />
    </section>
  );
}

function StartOver({ next }: { next: string }) {
  const { t } = edge();
  return (
    <Disclosure summary={t("signup.joining.startOver")}>
      <form action={startOver} className={css.over} noValidate>
        <input name="next" type="hidden" value={next} />
        <p className={card.intro}>{t("signup.joining.startOverText")}</p>
        <Button size="s" variant="danger">
          {t("signup.joining.startOverConfirm")}
        </Button>
      </form>
    </Disclosure>
  );
}

function Question({ step, said, next, hasDraft, warns }: SignupStepProps & { step: Exclude<DraftStep, "account" | "wishes"> }) {
  const { t } = edge();
  return (
    <form action={continueSignup} className={card.form} noValidate>
      <input name="next" type="hidden" value={next} />
      {!hasDraft && <Before step={step} values={said.values} />}
      <input name="step" type="hidden" value={step} />
      {warns && <input name="entry" type="hidden" value="confirmed" />}
      {step === "birth" ? (
        <>
          <OnlyAnswer />
          <Birth {...said} />
          <Button size="l" wide>
            {t("signup.joining.continue")}
          </Button>
        </>
      ) : (
        <Choices question={step} {...said} />
      )}
      {step !== firstStep() && <Back />}
    </form>
  );
}

/** The defaults stand in the form; who skips keeps them as they are. */
function Wishes({ said: { values, fields }, next }: SignupStepProps) {
  const { t, language, settings, now } = edge();
  const born = isoDate(personOf(values, language).date_of_birth);
  const wanted = born && wishesOn({}, born, settings, now());
  return (
    <form action={continueSignup} className={card.form} noValidate>
      <input name="next" type="hidden" value={next} />
      <input name="step" type="hidden" value="wishes" />
      <WishFields
        errors={fields}
        fields={dealbreakerFields(settings, null)}
        values={{ ...(wanted && wishTexts(wanted)), ...said(values) }}
      />
      <Button size="l" wide>
        {t("signup.joining.continue")}
      </Button>
      <Button name="to" value={SKIP} variant="quiet" wide>
        {t("signup.joining.skip")}
      </Button>
      <Back />
    </form>
  );
}

/** A draft keeps no blank: what is not there has its default. */
function said(values: FormEntries["values"]) {
  return Object.fromEntries(WISH_FIELDS.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

/** Nothing is stored of a minor: until the date is corrected the page alone has the answers before it. */
function Before({ step, values }: Pick<FormEntries, "values"> & { step: DraftStep }) {
  const steps = stepsHere();
  const names = steps.slice(0, steps.indexOf(step)).flatMap((before) => FIELDS_OF_STEP[before]);
  return names.map((name) => values[name] && <input key={name} name={name} type="hidden" value={values[name]} />);
}

const CHOICE_ICONS: Record<string, IconName> = { female: "woman", male: "man", everyone: "users" };

function Choices({ question, values }: FormEntries & { question: Choice }) {
  const options = choicesOf(question).map((one) => ({ ...one, icon: CHOICE_ICONS[one.value] }));
  return <ChoiceRows chosen={values[question]} name={question} options={options} />;
}

function Back() {
  return (
    <Button name="to" value="back" variant="quiet" wide>
      {edge().t("signup.joining.back")}
    </Button>
  );
}

function Account({ said, next, warns }: SignupStepProps) {
  const { t } = edge();
  return (
    <form action={finishSteps} className={card.form} noValidate>
      <input name="next" type="hidden" value={next} />
      <input name="step" type="hidden" value="account" />
      {warns && <input name="entry" type="hidden" value="confirmed" />}
      <input name="signup_key" type="hidden" value={signupKey()} />
      <Tracking />
      <OnlyAnswer />
      <Country {...said} />
      <Credentials {...said} />
      <Consents {...said} />
      <Button size="l" wide>
        {t("signup.submit")}
      </Button>
      <Back />
      <TypedDraft values={said.values} />
    </form>
  );
}
