import { redirect } from "react-router";
import { SignupForm } from "#app/features/signup/signup-form.tsx";
import { Title } from "#app/layouts/title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { edge } from "#worker/edge/edge.ts";
import css from "../account/account.module.css";

export async function loader() {
  if (await edge().user()) throw redirect("/members");
  return null;
}

export function ServerComponent() {
  const { t, url } = edge();
  const sent = url.searchParams.has("sent");
  return (
    <div className={`container ${css.narrow}`}>
      <Title>{t(sent ? "signup.check_mail.title" : "signup.title")}</Title>
      <h1 className={sent ? undefined : "visually-hidden"}>{t(sent ? "signup.check_mail.title" : "signup.title")}</h1>
      {sent ? <Alert icon="mail">{t("signup.check_mail.text")}</Alert> : <SignupForm />}
    </div>
  );
}
