import { OwnPassword } from "#app/features/accounts/recovery/own-password.tsx";
import { UsernameField } from "#app/features/accounts/recovery/username-field.tsx";
import { AddPasskey } from "#app/features/accounts/sessions/add-passkey.client.tsx";
import { passkeyTexts } from "#app/features/accounts/sessions/passkey-texts.ts";
import { Item, Items } from "#app/features/accounts/settings/items.tsx";
import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { savedPath } from "#app/request/saved.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Input } from "#app/ui/input.tsx";
import { ScriptOnly } from "#app/ui/script-only.tsx";
import { timeAgo } from "#app/ui/time-ago.ts";
import type { Passkey } from "#worker/accounts/sessions/passkeys.contract.ts";
import { deviceFrom } from "#worker/people/identity/device.vocabulary.ts";
import { PASSKEY_NAME } from "#worker/people/identity/lengths.vocabulary.ts";
import { userHandle } from "#worker/people/passkeys/user-handle.vocabulary.ts";
import { formatDay } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { removePasskey, renamePasskey } from "./passkeys.actions.ts";

export const handle = { scripts: "member" };

export async function loader() {
  const { profile } = await requireUser();
  return { ...(await orThrow(edge().backend.passkeys({}))), user: profile.id };
}

function words() {
  const { t } = edge();
  return {
    ...passkeyTexts(),
    name: t("sessions.passkeys.name"),
    nameHint: t("sessions.passkeys.name_hint"),
    password: t("recovery.own_password.label"),
    required: t("errors.field.required"),
    add: t("sessions.passkeys.add"),
  };
}

export function ServerComponent({ loaderData }: { loaderData: CallOutput<"passkeys"> & { user: string } }) {
  const { t, userAgent } = edge();
  const { passkeys, limit, user } = loaderData;
  return (
    <SettingsFrame
      intro={t("sessions.passkeys.intro")}
      saved={{ added: "sessions.passkeys.added", removed: "sessions.passkeys.removed" }}
    >
      {passkeys.length === 0 ? (
        <EmptyState icon="key" title={t("sessions.passkeys.none")}>
          {t("sessions.passkeys.none_text")}
        </EmptyState>
      ) : (
        <Items>
          {passkeys.map((passkey) => (
            <One key={passkey.id} passkey={passkey} />
          ))}
        </Items>
      )}
      {passkeys.length < limit ? (
        <Card padding="l" title={t("sessions.passkeys.add_title")}>
          <ScriptOnly otherwise={t("sessions.passkeys.needs_script")}>
            <AddPasskey
              account={{ userId: userHandle(user), accepted: passkeys.map(({ id }) => id) }}
              back={savedPath("/settings/passkeys", "added")}
              nameLength={PASSKEY_NAME}
              proposal={deviceFrom(userAgent).system ?? ""}
              words={words()}
            >
              <UsernameField />
            </AddPasskey>
          </ScriptOnly>
        </Card>
      ) : (
        <p className="muted">{t("sessions.passkeys.enough", { max: limit })}</p>
      )}
    </SettingsFrame>
  );
}

function One({ passkey }: { passkey: Passkey }) {
  const { t, language, now, reader } = edge();
  const { id, name, created_at, last_used_at } = passkey;
  const [rename, remove] = [formState(`rename ${id}`), formState(`remove ${id}`)];
  const made = formatDay(created_at, reader);
  const used = last_used_at
    ? t("sessions.passkeys.used", { when: timeAgo(last_used_at, now(), language) })
    : t("sessions.passkeys.unused");
  const refused = rename.code !== null || remove.code !== null;
  return (
    <Item
      facts={
        <p className="muted">
          {t("sessions.passkeys.made", { date: made })} · {used}
        </p>
      }
      icon="key"
      name={name}
    >
      <Disclosure open={refused} summary={t("sessions.passkeys.change", { name })}>
        <div className="stack loose">
          <form action={renamePasskey} className="stack" noValidate>
            <Refusal beside={["name"]} form={rename} />
            <input name="passkey" type="hidden" value={id} />
            <RenderedValues form={rename} values={{ name }} />
            <Input
              autoComplete="off"
              defaultValue={rename.values.name ?? name}
              error={rename.fields.name}
              id={`name-${id}`}
              label={t("sessions.passkeys.name")}
              maxLength={PASSKEY_NAME}
              name="name"
              required
            />
            <div>
              <Button variant="secondary">{t("sessions.passkeys.save")}</Button>
            </div>
          </form>
          <form action={removePasskey} className="stack" noValidate>
            <Refusal beside={["password"]} form={remove} />
            <p className="muted">{t("sessions.passkeys.remove_text")}</p>
            <input name="passkey" type="hidden" value={id} />
            <OwnPassword error={remove.fields.password} id={`password-${id}`} />
            <div>
              <Button icon="trash" variant="danger">
                {t("sessions.passkeys.remove")}
              </Button>
            </div>
          </form>
        </div>
      </Disclosure>
    </Item>
  );
}
