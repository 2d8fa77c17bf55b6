import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { comeBack, pause, savePrivacy } from "#app/features/delivery/notifications/preferences.actions.ts";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./privacy.module.css";

export const handle = { scripts: "member" };

const SWITCHES = ["invisible", "hide_from_visitors", "show_read", "show_online", "show_answers"] as const;

type Privacy = CallOutput<"preferences">["privacy"];

export async function loader(): Promise<Privacy> {
  await requireUser();
  return (await orThrow(edge().backend.preferences({}))).privacy;
}

export function ServerComponent({ loaderData: privacy }: { loaderData: Privacy }) {
  const { t } = edge();
  const refused = formState("privacy").message ?? formState("pause").message;
  return (
    <SettingsFrame
      intro={t("notifications.privacy.intro")}
      saved={{ paused: "notifications.privacy.pause.done", back: "notifications.privacy.pause.ended" }}
    >
      {refused && <Alert tone="error">{refused}</Alert>}
      <form action={savePrivacy} className={css.form} noValidate>
        <RenderedValues
          form={formState("privacy")}
          values={Object.fromEntries(SWITCHES.map((name) => [name, privacy[name] ?? false]))}
        />
        <Card title={t("notifications.privacy.invisible.title")}>
          <Choice name="invisible" on={privacy.invisible} />
          <Choice name="hide_from_visitors" on={privacy.hide_from_visitors} />
        </Card>
        <Card title={t("notifications.privacy.mutual.title")}>
          <p className="muted">{t("notifications.privacy.mutual.text")}</p>
          <Choice name="show_read" on={privacy.show_read} />
          <Choice name="show_online" on={privacy.show_online} />
        </Card>
        {privacy.show_answers !== undefined && (
          <Card title={t("notifications.privacy.answers.title")}>
            <Choice name="show_answers" on={privacy.show_answers} />
          </Card>
        )}
        <Button size="l">{t("notifications.privacy.save")}</Button>
      </form>
      <Pause paused={privacy.paused} />
    </SettingsFrame>
  );
}

function Choice({ name, on }: { name: (typeof SWITCHES)[number]; on: boolean }) {
  const { t } = edge();
  const label = <span className={css.label}>{t(`notifications.privacy.${name}.label`)}</span>;
  return <Checkbox defaultChecked={on} hint={t(`notifications.privacy.${name}.hint`)} label={label} name={name} />;
}

function Pause({ paused }: { paused: boolean }) {
  const { t, domain } = edge();
  const { payments } = domain.features;
  return (
    <Card id="break" title={t("notifications.privacy.pause.title")}>
      <p>
        {t(
          paused
            ? "notifications.privacy.pause.banner"
            : payments
              ? "notifications.privacy.pause.text"
              : "notifications.privacy.pause.free",
        )}
      </p>
      <form action={paused ? comeBack : pause} noValidate>
        <Button icon={paused ? "check" : "pause"} variant={paused ? "primary" : "secondary"}>
          {t(paused ? "notifications.privacy.pause.back" : "notifications.privacy.pause.start")}
        </Button>
      </form>
    </Card>
  );
}
