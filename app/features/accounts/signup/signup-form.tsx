import type { ReactNode } from "react";
import { REST, signupOpen, withNext } from "#app/features/people/identity/flow.ts";
import { formState } from "#app/request/forms.ts";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { Input } from "#app/ui/input.tsx";
import { LINK } from "#worker/people/identity/source.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { acceptInvite } from "./invites.actions.ts";
import { signUp } from "./signup.actions.ts";
import { Consents, Country, Credentials, entriesOf, Person, SignupProblems, signupKey } from "./signup-fields.tsx";
import css from "./signup-form.module.css";
import { TypedDraft } from "./typed-draft.tsx";

export type SignupFormProps = {
  title?: string;
  intro?: string;
  /** 1 if the form is the page. */
  level?: 1 | 2;
  wide?: boolean;
  /** Shows the first fields; the rest follows once these are valid. */
  folded?: boolean;
  /** The member to return to instead of the other sign-up steps. */
  profile?: string;
  children?: ReactNode;
};

/** Controls elsewhere on the page join the form by this id. */
export const SIGNUP_FORM = "signup-form";

/** Sign-up in one form, or the invite-only notice. */
export function SignupForm({ title, intro, level = 2, wide, folded, profile, children }: SignupFormProps) {
  const { t, url } = edge();
  const next = formState("signup").values.next ?? url.searchParams.get("next") ?? "";
  const Heading = level === 1 ? "h1" : "h2";
  const back = profile ? `/members/${profile}` : next;
  if (!signupOpen()) return <SignupClosed level={level} next={back} />;
  const said = entriesOf();
  return (
    <section className={cx(css.card, wide && css.wide)} id="signup">
      <Heading className={css.title}>{title ?? t("signup.title")}</Heading>
      <p className={css.intro}>{intro ?? t("signup.intro")}</p>
      <SignupProblems />
      <form action={signUp} className={css.form} id={SIGNUP_FORM} noValidate>
        {children}
        <input name="signup_key" type="hidden" value={signupKey()} />
        {profile ? (
          <input name="signup_profile" type="hidden" value={profile} />
        ) : (
          <input name="next" type="hidden" value={next} />
        )}
        <Tracking />
        <div className={css.part}>
          <Person {...said} />
          <Country {...said} />
        </div>
        {folded && isFirstPartOpen() ? (
          <Button name="to" size="l" value={REST} wide>
            {t("signup.joining.continue")}
          </Button>
        ) : (
          <>
            <div className={css.part}>
              <Credentials {...said} first={formState("signup").values.to === REST} />
            </div>
            <div className={css.end}>
              <Consents {...said} />
              <Button size="l" wide>
                {t("signup.submit")}
              </Button>
            </div>
            {folded && <TypedDraft values={{}} />}
          </>
        )}
      </form>
      <HaveAccount next={back} />
    </section>
  );
}

function isFirstPartOpen(): boolean {
  const { request, values, done } = formState("signup");
  return request === "" || (values.to === REST && !done);
}

/** The traffic source as hidden inputs: the browser may reject the cookie. */
export function Tracking() {
  const { source } = edge();
  const { values } = formState("signup");
  return LINK.map((name) => <input key={name} name={name} type="hidden" value={values[name] ?? source[name] ?? ""} />);
}

export function SignupClosed({ level, next }: { level: 1 | 2; next: string }) {
  const { t, settings } = edge();
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <section className={css.card} id="signup">
      <Heading className={css.title}>{t("signup.closed.title")}</Heading>
      <p>{t("signup.closed.text", { site: settings.name })}</p>
      <Invitation />
      <HaveAccount next={next} />
    </section>
  );
}

function Invitation() {
  const { t } = edge();
  const { message } = formState("invite");
  return (
    <form action={acceptInvite} className={css.form} noValidate>
      <Input
        autoCapitalize="none"
        autoComplete="off"
        error={message ?? undefined}
        hint={t("signup.closed.hint")}
        label={t("signup.closed.label")}
        name="token"
        required
        spellCheck={false}
      />
      <Button size="l" wide>
        {t("signup.closed.submit")}
      </Button>
    </form>
  );
}

export function HaveAccount({ next }: { next: string }) {
  const { t } = edge();
  return (
    <p className={css.other}>
      {t("signup.have_account")} <a href={withNext("/login", next)}>{t("signup.login")}</a>
    </p>
  );
}
