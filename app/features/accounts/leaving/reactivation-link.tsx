import { CardPage } from "#app/request/card-page.tsx";
import { ExpiredLink } from "#app/request/expired-link.tsx";
import { formState } from "#app/request/forms.ts";
import { LinkForm } from "#app/request/link-form.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import { REACTIVATION_DAYS } from "#worker/accounts/leaving/leaving.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { comeBack } from "./leaving.actions.ts";

type Found = CallOutput<"reactivationLink">;

export function loadReactivationLink(token: string): Promise<Found> {
  return orThrow(edge().backend.reactivationLink({ token }));
}

export async function ReactivationLink({ token, found: { state } }: { token: string; found: Found }) {
  const { t, settings, user } = edge();
  const here = (await user()) !== null;
  const isBack = state === "used" || (state === "expired" && here);
  const onwards = here
    ? { href: "/members", label: t("recovery.reset.done.members") }
    : { href: "/login", label: t("recovery.mail_change.login") };
  return (
    <CardPage title={t("leaving.reactivation.link.title")}>
      {isBack ? (
        <ResultMessage icon="check-circle" onwards={{ ...onwards, size: "l" }} title={t("leaving.reactivation.link.used")} />
      ) : state === "expired" ? (
        <ExpiredLink onwards={{ href: "/reactivate", icon: "mail", label: t("leaving.reactivation.request.send") }}>
          {t("leaving.reactivation.link.expired", { days: REACTIVATION_DAYS })}
        </ExpiredLink>
      ) : (
        <>
          <PageHeader
            intro={t("leaving.reactivation.link.text", { site: settings.name })}
            title={t("leaving.reactivation.link.title")}
          />
          <Refusal form={formState("reactivation")} />
          <LinkForm icon="retry" run={comeBack} token={token}>
            {t("leaving.reactivation.link.button")}
          </LinkForm>
        </>
      )}
    </CardPage>
  );
}
