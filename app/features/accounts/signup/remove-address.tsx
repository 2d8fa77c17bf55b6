import { CardPage } from "#app/request/card-page.tsx";
import { formState } from "#app/request/forms.ts";
import { LinkForm } from "#app/request/link-form.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { removeAddress } from "./activation.actions.ts";

/** "This was not me": for the owner of an address that another person signed up with. */
export function RemoveAddress({ token, found }: { token: string; found: CallOutput<"activationLink"> }) {
  const { t, settings } = edge();
  if (!found.removable) return <NothingToRemove confirmed={found.state === "confirmed"} />;
  const { message } = formState("activation-remove");
  return (
    <CardPage title={t("signup.activation.remove.title")}>
      <PageHeader
        intro={t("signup.activation.remove.text", { site: settings.name })}
        title={t("signup.activation.remove.title")}
      />
      {message && <Alert title={message} tone="error" />}
      <LinkForm icon="trash" run={removeAddress} token={token} variant="danger">
        {t("signup.activation.remove.button")}
      </LinkForm>
      <ButtonLink href={`/${token}`} variant="secondary" wide>
        {t("signup.activation.remove.keep")}
      </ButtonLink>
    </CardPage>
  );
}

function NothingToRemove({ confirmed }: { confirmed: boolean }) {
  const { t, settings, url } = edge();
  const done = url.searchParams.get("not_me") === "done" && !confirmed;
  const title = t(done ? "signup.activation.remove.done_title" : "signup.activation.remove.gone_title");
  const text = done
    ? t("signup.activation.remove.done", { site: settings.name })
    : confirmed
      ? t("signup.activation.remove.confirmed", { support: settings.support_email })
      : t("signup.activation.remove.gone", { support: settings.support_email });
  return (
    <CardPage title={title}>
      <ResultMessage
        icon={done ? "check-circle" : "info"}
        onwards={{ href: "/", label: t("error.home"), variant: "secondary" }}
        title={title}
      >
        {text}
      </ResultMessage>
    </CardPage>
  );
}
