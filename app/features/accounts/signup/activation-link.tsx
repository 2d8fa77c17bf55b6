import { redirect } from "react-router";
import { CardPage } from "#app/request/card-page.tsx";
import { formState } from "#app/request/forms.ts";
import { LinkForm } from "#app/request/link-form.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { confirmByLink } from "./activation.actions.ts";
import { FailedActivation } from "./failed-activation.tsx";
import { RemoveAddress } from "./remove-address.tsx";

type Found = CallOutput<"activationLink">;

/** A used link redirects to the error page, but its address can still be removed. */
export async function loadActivationLink(token: string): Promise<Found> {
  const { backend, url, user } = edge();
  const found = await orThrow(backend.activationLink({ token }));
  if (url.searchParams.has("not_me") || found.state === "open") return found;
  const another = found.state === "confirmed" && !found.mine && (await user()) !== null;
  throw redirect(found.state === "confirmed" ? usedPath(another) : "/activate/error");
}

const USED = "used";
const ANOTHER = "another";

/** Redirect target of a used link, for this browser's member or another. */
function usedPath(another: boolean): string {
  return `/activate/error?${USED}${another ? `=${ANOTHER}` : ""}`;
}

/** A used link; a confirmed member has nothing to do. */
export async function SpentActivationLink() {
  const { url, user } = edge();
  const used = url.searchParams.get(USED);
  if (used === null && (await user())?.status !== "active") return <FailedActivation />;
  return <AlreadyConfirmed mine={used !== ANOTHER} />;
}

/** Target of the activation mail's link; a GET changes nothing, its button confirms. */
export async function ActivationLink({ token, found }: { token: string; found: Found }) {
  const { t, settings, url } = edge();
  if (url.searchParams.has("not_me")) return <RemoveAddress found={found} token={token} />;
  const user = await edge().user();
  return (
    <CardPage title={t("signup.activation.link.title")}>
      <PageHeader intro={t("signup.activation.link.text", { site: settings.name })} title={t("signup.activation.link.title")} />
      <Refusal form={formState("activation-link")} />
      {user && !found.mine && <Alert>{t("signup.activation.link.another", { name: user.profile.name })}</Alert>}
      <LinkForm icon="check" run={confirmByLink} token={token}>
        {t("signup.activation.link.button")}
      </LinkForm>
      <p className="muted">
        <a href="?not_me">{t("signup.activation.remove.link")}</a>
      </p>
    </CardPage>
  );
}

async function AlreadyConfirmed({ mine }: { mine: boolean }) {
  const { t } = edge();
  const user = await edge().user();
  const title = t("signup.activation.done.text");
  const onwards = user
    ? { href: "/members", label: t("signup.activation.error.members") }
    : { href: "/login", label: t("signup.activation.done.login") };
  return (
    <CardPage title={title}>
      <ResultMessage icon="check-circle" onwards={{ ...onwards, size: "l" }} title={title}>
        {user && !mine
          ? t("signup.activation.already.another", { name: user.profile.name })
          : t("signup.activation.error.already")}
      </ResultMessage>
    </CardPage>
  );
}
