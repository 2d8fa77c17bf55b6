import { Title } from "#app/layouts/title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import { orThrow } from "../errors/answer.ts";
import { formState } from "../forms/forms.ts";
import { confirmByLink } from "./activation.actions.ts";
import { FailedActivation } from "./failed-activation.tsx";
import { RemoveAddress } from "./remove-address.tsx";

type Found = CallOutput<"activationLink">;

export function loadActivationLink(token: string): Promise<Found> {
  return orThrow(edge().backend.activationLink({ token }));
}

/** The link of an activation mail: opening it changes nothing, its button does. */
export async function ActivationLink({ token, found }: { token: string; found: Found }) {
  const { t, settings, url } = edge();
  if (url.searchParams.has("not_me")) return <RemoveAddress found={found} token={token} />;
  const user = await edge().user();
  if (found.state === "confirmed") return <AlreadyConfirmed mine={found.mine} />;
  if (found.state === "expired") return <FailedActivation />;
  const { message } = formState("activation-link");
  return (
    <div className="container narrow page">
      <Title>{t("activation.link.title")}</Title>
      <Card className="stack" padding="l">
        <PageHeader intro={t("activation.link.text", { site: settings.name })} title={t("activation.link.title")} />
        {message && <Alert title={message} tone="error" />}
        {user && !found.mine && <Alert>{t("activation.link.another", { name: user.profile.name })}</Alert>}
        <form action={confirmByLink}>
          <input name="token" type="hidden" value={token} />
          <Button icon="check" size="l" wide>
            {t("activation.link.button")}
          </Button>
        </form>
        <p className="muted">
          <a href="?not_me">{t("activation.remove.link")}</a>
        </p>
      </Card>
    </div>
  );
}

/** A link that has done its work: nothing is left to press. */
export async function AlreadyConfirmed({ mine }: { mine: boolean }) {
  const { t } = edge();
  const user = await edge().user();
  const [href, label] = user
    ? (["/members", "activation.error.members"] as const)
    : (["/login", "activation.done.login"] as const);
  return (
    <div className="container narrow page">
      <Title>{t("activation.done.text")}</Title>
      <Card padding="l">
        <EmptyState
          action={
            <ButtonLink href={href} size="l">
              {t(label)}
            </ButtonLink>
          }
          icon="check-circle"
          level={1}
          title={t("activation.done.text")}
        >
          {user && !mine ? t("activation.already.another", { name: user.profile.name }) : t("activation.error.already")}
        </EmptyState>
      </Card>
    </div>
  );
}
