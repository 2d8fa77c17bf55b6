import { Item, Items } from "#app/features/accounts/settings/items.tsx";
import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { OfflineChoice } from "#app/features/messaging/chat/offline-choice.client.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { ScriptOnly } from "#app/ui/script-only.tsx";
import { timeAgo } from "#app/ui/time-ago.ts";
import type { Session } from "#worker/accounts/sessions/sessions.contract.ts";
import { formatTime } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { endAll, endOthers, endSession } from "./devices.actions.ts";
import css from "./devices.module.css";

export const handle = { scripts: "member" };

export async function loader() {
  await requireUser();
  return orThrow(edge().backend.sessions({}));
}

export function ServerComponent({ loaderData }: { loaderData: CallOutput<"sessions"> }) {
  const { t } = edge();
  const { sessions } = loaderData;
  const { message } = formState("devices");
  return (
    <SettingsFrame
      intro={t("sessions.devices.intro")}
      saved={{ one: "sessions.devices.ended_one", others: "sessions.devices.ended_others" }}
    >
      {message && <Alert title={message} tone="error" />}
      {sessions.some((session) => session.new_device) && (
        <Alert
          action={<a href="/reset-password">{t("sessions.devices.choose_password")}</a>}
          icon="shield"
          title={t("sessions.devices.new_title")}
          tone="warning"
        >
          {t("sessions.devices.new_text")}
        </Alert>
      )}
      <Items>
        {sessions.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </Items>
      <OfflineChatsChoice />
      <section aria-labelledby="everywhere" className={css.everywhere}>
        <h2 id="everywhere">{t("sessions.devices.everywhere")}</h2>
        <p className="muted">{t("sessions.devices.everywhere_text")}</p>
        <div className="cluster">
          {sessions.length > 1 && (
            <form action={endOthers} noValidate>
              <Button icon="logout" variant="secondary">
                {t("sessions.devices.end_others")}
              </Button>
            </form>
          )}
          <form action={endAll} noValidate>
            <Button icon="logout" variant="danger">
              {t("sessions.devices.end_all")}
            </Button>
          </form>
        </div>
      </section>
    </SettingsFrame>
  );
}

async function OfflineChatsChoice() {
  const { t } = edge();
  const { profile } = await requireUser();
  const texts = { label: t("chat.kept.switch"), hint: t("chat.kept.text"), refused: t("chat.kept.refused") };
  return (
    <section aria-labelledby="offline-chats" className={css.everywhere}>
      <h2 id="offline-chats">{t("chat.kept.title")}</h2>
      <ScriptOnly otherwise={t("chat.kept.scripts")}>
        <OfflineChoice member={profile.id} texts={texts} />
      </ScriptOnly>
    </section>
  );
}

/** Desktop systems, by the names that `deviceFrom` returns. */
const DESKTOPS = new Set(["ChromeOS", "Windows", "macOS", "Linux"]);

function Device({ session }: { session: Session }) {
  const { t, language, now, reader } = edge();
  const { id, browser, system, country, current, new_device, signed_in_at, last_seen_at } = session;
  const name = t("sessions.devices.name", {
    browser: browser ?? t("sessions.devices.browser"),
    system: system ?? t("sessions.devices.system"),
  });
  const where = country
    ? (new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country)
    : t("sessions.devices.nowhere");
  return (
    <Item
      action={
        !current && (
          <form action={endSession} noValidate>
            <input name="session" type="hidden" value={id} />
            <Button aria-label={t("sessions.devices.end_named", { name })} size="s" variant="secondary">
              {t("sessions.devices.end")}
            </Button>
          </form>
        )
      }
      facts={
        <>
          <p className="muted">
            {where} · {t("sessions.devices.since", { date: formatTime(signed_in_at, reader) })}
          </p>
          {!current && <p className="muted">{t("sessions.devices.seen", { when: timeAgo(last_seen_at, now(), language) })}</p>}
        </>
      }
      icon={system && DESKTOPS.has(system) ? "desktop" : "device"}
      name={
        <>
          <span>{name}</span>
          {current && <Badge tone="success">{t("sessions.devices.this")}</Badge>}
          {new_device && <Badge tone="warning">{t("sessions.devices.new")}</Badge>}
        </>
      }
    />
  );
}
