import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { firstValues } from "#app/features/delivery/notifications/first-messages.ts";
import { comeBack, pause, savePrivacy } from "#app/features/delivery/notifications/preferences.actions.ts";
import { readStarts, StartLimits, type StartsShown } from "#app/features/messaging/chat/start-limits.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Select } from "#app/ui/select.tsx";
import { FIRST_FROM, FIRST_LENGTHS } from "#worker/people/preferences/first-messages.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./privacy.module.css";

export const handle = { scripts: "member" };

const SWITCHES = ["invisible", "hide_from_visitors", "show_read", "show_online", "show_answers", "calls_verified"] as const;

type Privacy = CallOutput<"preferences">["privacy"];

interface Found {
  privacy: Privacy;
  /** Null from an upstream without the call. */
  starts: StartsShown | null;
}

export async function loader(): Promise<Found> {
  await requireUser();
  const { backend } = edge();
  const [{ privacy }, starts] = await orThrow(Promise.all([backend.preferences({}), readStarts()]));
  return { privacy, starts };
}

export function ServerComponent({ loaderData: { privacy, starts } }: { loaderData: Found }) {
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
          values={{
            ...Object.fromEntries(SWITCHES.map((name) => [name, privacy[name] ?? false])),
            ...(privacy.first_messages && firstValues(privacy.first_messages)),
          }}
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
        {privacy.calls_verified !== undefined && (
          <Card id="calls" title={t("notifications.privacy.calls_verified.title")}>
            <Choice name="calls_verified" on={privacy.calls_verified} />
          </Card>
        )}
        {privacy.first_messages && <FirstMessages chosen={privacy.first_messages} />}
        <Button size="l">{t("notifications.privacy.save")}</Button>
      </form>
      {starts && <StartLimits starts={starts} />}
      <Pause paused={privacy.paused} />
    </SettingsFrame>
  );
}

function FirstMessages({ chosen }: { chosen: NonNullable<Privacy["first_messages"]> }) {
  const { t, domain } = edge();
  const boxes = (["verified", "photo", "wishes"] as const).filter(
    // What was chosen on another site of the pool can be taken back here.
    (name) => name !== "verified" || domain.features.verification || chosen.verified,
  );
  return (
    <Card id="first-messages" title={t("notifications.privacy.first_messages.title")}>
      <p className="muted">{t("notifications.privacy.first_messages.text")}</p>
      <Select
        defaultValue={chosen.from}
        label={t("notifications.privacy.first_messages.from")}
        name="first_from"
        options={FIRST_FROM.map((value) => ({ value, label: t(`notifications.privacy.first_messages.${value}`) }))}
      />
      {boxes.map((name) => (
        <Checkbox
          defaultChecked={chosen[name]}
          key={name}
          label={<span className={css.label}>{t(`notifications.privacy.first_messages.${name}`)}</span>}
          name={`first_${name}`}
        />
      ))}
      <Select
        defaultValue={`${chosen.length}`}
        label={t("notifications.privacy.first_messages.length")}
        name="first_length"
        options={FIRST_LENGTHS.map((count) => ({
          value: `${count}`,
          label:
            count === 0
              ? t("notifications.privacy.first_messages.any")
              : t("notifications.privacy.first_messages.least", { count }),
        }))}
      />
      {chosen.requests !== undefined && (
        <Checkbox
          defaultChecked={chosen.requests}
          hint={t("notifications.privacy.first_messages.requestsHint")}
          label={<span className={css.label}>{t("notifications.privacy.first_messages.requests")}</span>}
          name="first_requests"
        />
      )}
    </Card>
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
