import { redirect } from "react-router";
import { FlowFrame } from "#app/features/accounts/signup/flow-frame.tsx";
import { entriesOf } from "#app/features/accounts/signup/signup-fields.tsx";
import { SignupClosed } from "#app/features/accounts/signup/signup-form.tsx";
import { SignupStep } from "#app/features/accounts/signup/signup-steps.tsx";
import { firstStep, isReached, stepNamed, stepOfProblems } from "#app/features/accounts/signup/steps.ts";
import { signupOpen, unfinishedStep, withNext } from "#app/features/people/identity/flow.ts";
import { entryWarning } from "#app/features/server/notices/situation.ts";
import { Title } from "#app/head/title.tsx";
import { nextPath } from "#app/request/next.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Draft } from "#worker/accounts/signup/draft.contract.ts";
import type { DraftStep } from "#worker/accounts/signup/draft.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

interface Data {
  draft: Draft | null;
  step: DraftStep;
}

/** A logged-in user continues after the sign-up; a visitor resumes at the last step. */
export async function loader(): Promise<Data> {
  const { backend, user, url } = edge();
  const next = url.searchParams.get("next");
  const member = await user();
  if (member) throw redirect(unfinishedStep(member) ? withNext("/signup-matches", next) : nextPath(next));
  const draft = signupOpen() && !url.searchParams.has("sent") ? await orThrow(backend.signupDraft({})) : null;
  return { draft, step: stepToShow(draft) };
}

/** After a refusal the step with the error; else the requested one, once the earlier steps are complete. */
function stepToShow(draft: Draft | null): DraftStep {
  const { form, url } = edge();
  if (form?.id === "signup") {
    const { fields, values } = form;
    return stepOfProblems(Object.keys(fields)) ?? stepNamed(values.step) ?? firstStep();
  }
  const furthest = stepNamed(draft?.step) ?? firstStep();
  const given = stepNamed(url.searchParams.get("step"));
  return given && isReached(given, furthest) ? given : furthest;
}

export async function ServerComponent({ loaderData: { draft, step } }: { loaderData: Data }) {
  const { t, url, form } = edge();
  if (url.searchParams.has("sent")) return <CheckMail />;
  const said = entriesOf(draft?.values);
  const next = said.values.next ?? "";
  const given = url.searchParams.get("next");
  if (!signupOpen()) {
    return (
      <div className="container narrow">
        <Title>{t("signup.closed.title")}</Title>
        <SignupClosed level={1} next={given ?? ""} />
      </div>
    );
  }
  return (
    <FlowFrame step={step === "account" ? "account" : "you"}>
      <Title>{t(`signup.joining.${step}.title`)}</Title>
      <SignupStep
        hasDraft={draft !== null}
        next={form ? next : (given ?? next)}
        resumed={draft !== null && !form && !url.searchParams.has("step")}
        said={said}
        step={step}
        warns={(await entryWarning("empty")) === "embedded"}
      />
    </FlowFrame>
  );
}

/** With `reveal_accounts` off, sign-up does not log in: a log-in would reveal existing accounts. */
function CheckMail() {
  const { t } = edge();
  const action = (
    <>
      <ButtonLink href="/login" variant="secondary">
        {t("sessions.login.title")}
      </ButtonLink>
      <ButtonLink href="/activate/address" variant="quiet">
        {t("signup.activation.address.link")}
      </ButtonLink>
    </>
  );
  return (
    <div className="container narrow">
      <Title>{t("signup.check_mail.title")}</Title>
      <EmptyState action={action} icon="mail" level={1} title={t("signup.check_mail.title")}>
        {t("signup.check_mail.text")}
      </EmptyState>
    </div>
  );
}
