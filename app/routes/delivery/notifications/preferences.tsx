import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { chosenIn, NEVER } from "#app/features/delivery/notifications/chosen-pace.ts";
import { offeredChannels, offeredKinds, offersMailLogin } from "#app/features/delivery/notifications/offered-channels.ts";
import { saveNotifications } from "#app/features/delivery/notifications/preferences.actions.ts";
import { PushSettings } from "#app/features/delivery/notifications/push-settings.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { GROUPS, isByConsent, NOTIFICATIONS, type NotificationKind } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import type { PushDevice } from "#worker/delivery/notifications/notifications.contract.ts";
import { type Channel, PACES } from "#worker/people/preferences/preferences.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./preferences.module.css";

export const handle = { scripts: "member" };

type Preferences = CallOutput<"preferences">;
type Found = { preferences: Preferences; devices: PushDevice[] };

const ICONS: Record<Channel, IconName> = { push: "bell", mail: "mail", in_app: "home" };
export async function loader(): Promise<Found> {
  await requireUser();
  const { backend, domain } = edge();
  const [preferences, { devices }] = await orThrow(
    Promise.all([backend.preferences({}), domain.features.push ? backend.pushDevices({}) : { devices: [] }]),
  );
  return { preferences, devices };
}

export async function ServerComponent({ loaderData: { preferences, devices } }: { loaderData: Found }) {
  const { t, domain } = edge();
  const user = await requireUser();
  const refused = formState("notifications").message;
  return (
    <SettingsFrame intro={t("notifications.preferences.intro")}>
      {user.paused && (
        <Alert
          action={
            <ButtonLink href="/settings/privacy#break" size="s" variant="secondary">
              {t("notifications.preferences.paused.action")}
            </ButtonLink>
          }
          icon="pause"
          title={t("notifications.privacy.pause.on")}
        >
          {t(domain.features.payments ? "notifications.preferences.paused.text" : "notifications.preferences.paused.free")}
        </Alert>
      )}
      {user.notifications_disabled.length > 0 && (
        <Alert
          action={
            <ButtonLink href="/notifications" size="s" variant="secondary">
              {t("notices.disabled.action")}
            </ButtonLink>
          }
          icon="mail"
          title={t("notifications.preferences.disabled.title")}
          tone="warning"
        >
          {t("notifications.preferences.disabled.text")}
        </Alert>
      )}
      {refused && <Alert tone="error">{refused}</Alert>}
      <form action={saveNotifications} className="stack" noValidate>
        <RenderedValues form={formState("notifications")} values={shownBy(preferences)} />
        <Matrix preferences={preferences} />
        {preferences.paces && <p className={css.note}>{t("notifications.preferences.paces.when")}</p>}
        {offersMailLogin() && (
          <Checkbox
            defaultChecked={preferences.mail_login}
            hint={t("notifications.preferences.mailLogin.hint")}
            label={t("notifications.preferences.mailLogin.label")}
            name="mail_login"
          />
        )}
        <div>
          <Button size="l">{t("notifications.preferences.save")}</Button>
        </div>
      </form>
      {domain.features.push && <PushSettings devices={devices} push={preferences.push} subscribed={user.push === "subscribed"} />}
    </SettingsFrame>
  );
}

function shownBy(preferences: Preferences): Record<string, string | boolean> {
  const { notifications, mail_login } = preferences;
  const fields = offeredKinds(notifications).flatMap((kind) =>
    offeredChannels().map((channel) => [`${kind}.${channel}`, chosenIn(preferences, kind, channel)] as const),
  );
  return { ...Object.fromEntries(fields), ...(offersMailLogin() && { mail_login }) };
}

function Matrix({ preferences }: { preferences: Preferences }) {
  const { t, settings } = edge();
  const { notifications, always, news_site } = preferences;
  const site = news_site ?? settings.name;
  const channels = offeredChannels();
  const kinds = offeredKinds(notifications);
  return (
    <table className={css.table}>
      <caption className="visually-hidden">{t("notifications.preferences.caption")}</caption>
      <thead>
        <tr>
          <td className={css.corner} />
          {channels.map((channel) => (
            <th className={css.channel} id={`by-${channel}`} key={channel} scope="col">
              <Icon name={ICONS[channel]} size="s" />
              {t(`notifications.preferences.channels.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      {GROUPS.map((group) => (
        <tbody key={group}>
          <tr>
            <th className={css.group} colSpan={channels.length + 1} scope="rowgroup">
              {t(`notifications.preferences.groups.${group}`)}
            </th>
          </tr>
          {kinds
            .filter((kind) => NOTIFICATIONS[kind].group === group)
            .map((kind) => (
              <tr key={kind}>
                <th className={css.type} scope="row">
                  <span className={css.name}>{t(`notifications.preferences.types.${kind}.name`, { site })}</span>
                  <span className={css.about}>{t(`notifications.preferences.types.${kind}.about`)}</span>
                </th>
                {channels.map((channel) => (
                  <td className={css.cell} key={channel}>
                    {isByConsent(kind) && channel !== "mail" ? null : always[kind]?.includes(channel) ? (
                      <Always channel={channel} />
                    ) : (
                      <Choice channel={channel} kind={kind} preferences={preferences} site={site} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  );
}

interface ChoiceProps {
  kind: NotificationKind;
  channel: Channel;
  preferences: Preferences;
  site: string;
}

/** React resets a select to its first default after an action, so a new default remounts it. */
function Choice({ kind, channel, preferences, site }: ChoiceProps) {
  const { t } = edge();
  const name = t(`notifications.preferences.channels.${channel}`);
  const label = `${t(`notifications.preferences.types.${kind}.name`, { site })}: ${name}`;
  const chosen = chosenIn(preferences, kind, channel);
  const paces = preferences.paces?.[kind]?.[channel] ? PACES : (["at_once"] as const);
  return (
    <span className={css.choice}>
      <span aria-hidden="true" className={css.by}>
        {name}
      </span>
      <select aria-label={label} className={css.select} defaultValue={chosen} key={chosen} name={`${kind}.${channel}`}>
        {[...paces, NEVER].map((pace) => (
          <option key={pace} value={pace}>
            {t(`notifications.preferences.paces.${pace}`)}
          </option>
        ))}
      </select>
    </span>
  );
}

function Always({ channel }: Pick<ChoiceProps, "channel">) {
  const { t } = edge();
  return (
    <span className={css.always}>
      <span aria-hidden="true" className={css.by}>
        {t(`notifications.preferences.channels.${channel}`)}
      </span>
      <Icon name="lock" size="s" />
      {t("notifications.preferences.always")}
    </span>
  );
}
