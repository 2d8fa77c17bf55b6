import { formState } from "#app/request/forms.ts";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Input } from "#app/ui/input.tsx";
import type { PushDevice } from "#worker/delivery/notifications/notifications.contract.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { DeviceState } from "./device-state.client.tsx";
import { removeDevice, savePush } from "./preferences.actions.ts";

export interface PushSettingsProps {
  devices: PushDevice[];
  push: CallOutput<"preferences">["push"];
  subscribed: boolean;
}

function deviceTexts() {
  const { t } = edge();
  return {
    unknown: t("notifications.preferences.device.unknown"),
    on: t("notifications.preferences.device.on"),
    off: t("notifications.preferences.device.off"),
    denied: t("notices.push.refused"),
    install: t("notices.push.install"),
    incapable: t("notifications.preferences.device.incapable"),
    failed: t("error.unforeseen"),
    enable: t("notices.push.enable"),
  };
}

export function PushSettings({ devices, push: { names, quiet }, subscribed }: PushSettingsProps) {
  const { t, settings } = edge();
  const form = formState("push");
  const refused = form.message ?? formState("device").message;
  const values = { names, quiet: quiet !== null, from: quiet?.from ?? "22:00", to: quiet?.to ?? "08:00" };
  // What a refused form holds stays typed.
  const { from = values.from, to = values.to } = form.values;
  const ticked = (name: "names" | "quiet") => (form.code ? name in form.values : values[name]);
  return (
    <>
      <Card title={t("notifications.preferences.device.title")}>
        <DeviceState publicKey={settings.push_public_key ?? ""} subscribed={subscribed} texts={deviceTexts()} />
        {devices.length > 0 && <Devices devices={devices} />}
      </Card>
      <Card title={t("notifications.preferences.push.title")}>
        {refused && <Alert tone="error">{refused}</Alert>}
        <form action={savePush} className="stack" noValidate>
          <RenderedValues form={form} values={values} />
          <Checkbox
            defaultChecked={ticked("names")}
            hint={t("notifications.preferences.push.names.hint")}
            label={t("notifications.preferences.push.names.label")}
            name="names"
          />
          <Checkbox
            defaultChecked={ticked("quiet")}
            hint={t("notifications.preferences.push.quiet.hint")}
            label={t("notifications.preferences.push.quiet.label")}
            name="quiet"
          />
          <Input
            defaultValue={from}
            error={form.fields["push.quiet.from"]}
            label={t("notifications.preferences.push.quiet.from")}
            name="from"
            type="time"
          />
          <Input
            defaultValue={to}
            error={form.fields["push.quiet.to"]}
            label={t("notifications.preferences.push.quiet.to")}
            name="to"
            type="time"
          />
          <div>
            <Button aria-label={`${t("notifications.preferences.save")}: ${t("notifications.preferences.push.title")}`}>
              {t("notifications.preferences.save")}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}

function Devices({ devices }: { devices: PushDevice[] }) {
  const { t } = edge();
  return (
    <section className="stack">
      <h3>{t("notifications.preferences.device.list")}</h3>
      {devices.map(({ id, browser, system, current }) => {
        const name = [browser, system].filter(Boolean).join(", ") || t("notifications.preferences.device.unnamed");
        return (
          <form action={removeDevice} key={id} noValidate>
            <input name="device" type="hidden" value={id} />
            <p>{current ? `${name} (${t("notifications.preferences.device.this")})` : name}</p>
            <Button aria-label={`${t("notifications.preferences.device.remove")}: ${name}`} size="s" variant="secondary">
              {t("notifications.preferences.device.remove")}
            </Button>
          </form>
        );
      })}
    </section>
  );
}
