import { Title } from "#app/layouts/title.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import { AppError } from "#worker/lib/errors.ts";
import { answerOf } from "../errors/answer.ts";
import { acceptInvite } from "./invites.actions.ts";

/** What an invitation opens, or null for a member and for a link that is not good (any more). */
type Found = CallOutput<"invite"> | "member" | null;

export async function lookAtInvite(token: string): Promise<Found> {
  const context = edge();
  if (await context.user()) return "member";
  try {
    return await context.backend.invite({ code: token });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "link_expired") throw error instanceof AppError ? answerOf(error) : error;
    context.status = error.status;
    return null;
  }
}

/** Shows to what somebody is invited; pressing the button keeps the invitation for the sign-up. */
export function InviteLink({ token, found }: { token: string; found: Found }) {
  const { t, settings, language } = edge();
  const site = settings.name;
  if (found === "member") return <Sorry action={{ href: "/members", label: t("activation.error.members") }} what="member" />;
  if (found === null) return <Sorry action={{ href: "/", label: t("error.home") }} what="over" />;
  const day = new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date(found.expires_at));
  return (
    <div className="container narrow page">
      <Title>{t("invite.title", { site })}</Title>
      <meta content="noindex" name="robots" />
      <Card padding="l">
        <PageHeader intro={t(`invite.by_${found.by}`, { site })} title={t("invite.title", { site })} />
        <p>{settings.description}</p>
        <form action={acceptInvite} className="stack">
          <input name="token" type="hidden" value={token} />
          <Button icon="check" size="l" wide>
            {t("invite.accept")}
          </Button>
        </form>
        <p className="muted">{t("invite.until", { date: day })}</p>
      </Card>
    </div>
  );
}

function Sorry({ what, action }: { what: "member" | "over"; action: { href: string; label: string } }) {
  const { t, settings } = edge();
  const title = t(`invite.${what}.title`, { site: settings.name });
  return (
    <div className="container narrow page">
      <Title>{title}</Title>
      <Card padding="l">
        <EmptyState
          action={<ButtonLink href={action.href}>{action.label}</ButtonLink>}
          icon={what === "member" ? "check-circle" : "clock"}
          level={1}
          title={title}
        >
          {t(`invite.${what}.text`)}
        </EmptyState>
      </Card>
    </div>
  );
}
