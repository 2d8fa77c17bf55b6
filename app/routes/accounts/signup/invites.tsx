import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { endInvite, makeInvite } from "#app/features/accounts/signup/invites.actions.ts";
import { FormKey } from "#app/request/form-key.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Input } from "#app/ui/input.tsx";
import { ShareButton } from "#app/ui/share-button.client.tsx";
import type { Invite } from "#worker/accounts/signup/invites.contract.ts";
import { formatDay } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./invites.module.css";

export const handle = { scripts: "member" };

interface Data {
  /** Null where sign-up is open. */
  mine: CallOutput<"invites"> | null;
  confirmed: boolean;
}

export async function loader(): Promise<Data> {
  const confirmed = (await requireUser()).status === "active";
  const { backend, settings } = edge();
  return { mine: settings.signups === "with_trafficsource" ? await orThrow(backend.invites({})) : null, confirmed };
}

const SAVED = { made: "signup.invites.made", ended: "signup.invites.ended" } as const;

export function ServerComponent({ loaderData: { mine, confirmed } }: { loaderData: Data }) {
  const { t, settings, origin } = edge();
  const { message } = formState("invites");
  if (!mine) {
    return (
      <SettingsFrame title={t("signup.invites.row")}>
        <EmptyState
          action={<Share share={t("signup.invites.open.share")} url={`${origin}/`} />}
          icon="users"
          title={t("signup.invites.open.title")}
        >
          {t("signup.invites.open.text", { address: settings.domain })}
        </EmptyState>
      </SettingsFrame>
    );
  }
  return (
    <SettingsFrame intro={t("signup.invites.intro", { site: settings.name })} saved={SAVED} title={t("signup.invites.row")}>
      {message && <Alert title={message} tone="error" />}
      {mine.invites.length > 0 && (
        <ul className={css.links}>
          {mine.invites.map((invite, index) => (
            <li key={invite.code}>
              <Link invite={invite} number={index + 1} />
            </li>
          ))}
        </ul>
      )}
      <Card padding="l">{confirmed ? <More mine={mine} /> : <Unconfirmed />}</Card>
    </SettingsFrame>
  );
}

function Link({ invite: { code, uses_left, expires_at }, number }: { invite: Invite; number: number }) {
  const { t, url, reader } = edge();
  const date = formatDay(expires_at, reader);
  const address = `${url.origin}/${code}`;
  return (
    <Card padding="l">
      <div className={css.link}>
        <Input
          dir="ltr"
          hint={`${t("signup.invites.left", { count: uses_left })} ${t("signup.invites.until", { date })}`}
          id={`invite-${number}`}
          label={t("signup.invites.link", { number })}
          name={`invite-${number}`}
          readOnly
          value={address}
        />
        <div className={css.acts}>
          <Share share={t("signup.invites.share")} url={address} />
          <form action={endInvite} noValidate>
            <input name="link" type="hidden" value={code} />
            <Button icon="close" variant="quiet">
              {t("signup.invites.end")}
            </Button>
          </form>
        </div>
      </div>
    </Card>
  );
}

function Share({ share, url }: { share: string; url: string }) {
  const { t, settings } = edge();
  const texts = { share, copied: t("members.profile.copied"), notCopied: t("members.profile.notCopied") };
  return <ShareButton texts={texts} title={settings.name} url={url} />;
}

function More({ mine: { links_left, uses, days, invites } }: { mine: CallOutput<"invites"> }) {
  const { t } = edge();
  if (links_left === 0) return <p className="muted">{t("signup.invites.none_left", { days })}</p>;
  return (
    <form action={makeInvite} className="stack" noValidate>
      <FormKey />
      <p>{t("signup.invites.each", { uses, days })}</p>
      <Button icon="plus" variant={invites.length > 0 ? "secondary" : "primary"}>
        {t("signup.invites.make")}
      </Button>
      <p className="muted">{t("signup.invites.links_left", { count: links_left })}</p>
    </form>
  );
}

function Unconfirmed() {
  const { t } = edge();
  return (
    <div className="stack">
      <p>{t("signup.invites.confirm")}</p>
      <ButtonLink href="/activate" variant="secondary">
        {t("signup.activation.reminder.title")}
      </ButtonLink>
    </div>
  );
}
