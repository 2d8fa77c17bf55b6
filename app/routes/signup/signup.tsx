import { redirect } from "react-router";
import { nextPath } from "#app/features/session/next.ts";
import { FlowFrame } from "#app/features/signup/flow-frame.tsx";
import { SignupForm } from "#app/features/signup/signup-form.tsx";
import { Title } from "#app/layouts/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { edge } from "#worker/edge/edge.ts";

export async function loader() {
  const { user, url } = edge();
  if (await user()) throw redirect(nextPath(url.searchParams.get("next")));
  return null;
}

export function ServerComponent() {
  const { t, url } = edge();
  if (url.searchParams.has("sent")) return <CheckMail />;
  return (
    <FlowFrame size="wide" step="account">
      <Title>{t("signup.title")}</Title>
      <SignupForm level={1} wide />
    </FlowFrame>
  );
}

/** Where signing up logs nobody in, lest it tell who is a member. */
function CheckMail() {
  const { t } = edge();
  const action = (
    <>
      <ButtonLink href="/login" variant="secondary">
        {t("login.title")}
      </ButtonLink>
      <ButtonLink href="/activate/address" variant="quiet">
        {t("activation.address.link")}
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
