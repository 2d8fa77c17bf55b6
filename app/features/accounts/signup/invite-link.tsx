import { CardPage } from "#app/request/card-page.tsx";
import { LinkForm } from "#app/request/link-form.tsx";
import { answerOf } from "#app/request/or-throw.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import { formatDay } from "#worker/platform/dates.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { acceptInvite } from "./invites.actions.ts";

type Found = CallOutput<"invite"> | "member" | "open" | null;

export async function lookAtInvite(token: string): Promise<Found> {
  const context = edge();
  if (await context.user()) return "member";
  try {
    return await context.backend.invite({ code: token });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "link_expired") throw error instanceof AppError ? answerOf(error) : error;
    if (context.settings.signups === "all") return "open";
    context.status = error.status;
    return null;
  }
}

/** The button keeps the invitation for the sign-up; opening the link changes nothing. */
export function InviteLink({ token, found }: { token: string; found: Found }) {
  const { t, settings, reader } = edge();
  const site = settings.name;
  if (found === "member")
    return <Sorry onwards={{ href: "/members", label: t("signup.activation.error.members") }} what="member" />;
  if (found === "open") return <Sorry onwards={{ href: "/signup", label: t("sessions.login.signup") }} what="open" />;
  if (found === null) return <Sorry onwards={{ href: "/", label: t("error.home") }} what="over" />;
  const day = formatDay(found.expires_at, reader);
  return (
    <CardPage noIndex title={t("signup.invite.title", { site })}>
      <PageHeader intro={t(`signup.invite.by_${found.by}`, { site })} title={t("signup.invite.title", { site })} />
      <p>{settings.description}</p>
      <LinkForm icon="check" run={acceptInvite} token={token}>
        {t("signup.invite.accept")}
      </LinkForm>
      <p className="muted">{t("signup.invite.until", { date: day })}</p>
    </CardPage>
  );
}

function Sorry({ what, onwards }: { what: "member" | "open" | "over"; onwards: { href: string; label: string } }) {
  const { t, settings } = edge();
  const title = t(`signup.invite.${what}.title`, { site: settings.name });
  return (
    <CardPage title={title}>
      <ResultMessage icon={what === "over" ? "clock" : "check-circle"} onwards={onwards} title={title}>
        {t(`signup.invite.${what}.text`, { site: settings.name })}
      </ResultMessage>
    </CardPage>
  );
}
