import { Input } from "#app/ui/input.tsx";
import { ScriptOnly } from "#app/ui/script-only.tsx";
import { contract } from "#worker/backoffice/staff/confirmation.contract.ts";
import { ConfirmWithPasskey } from "./confirm.client.tsx";
import css from "./staff.module.css";
import { WORDS } from "./words.ts";

interface Props {
  /** Tells the fields of several forms of a page apart. */
  form: string;
  fields: Readonly<Record<string, string>>;
}

/** Password and code of a form that changes an account, or a passkey in their place. */
export function Confirm({ form, fields }: Props) {
  const words = WORDS.confirm;
  return (
    <fieldset className={css.confirm}>
      <legend>{words.title}</legend>
      <Input
        autoComplete="current-password"
        error={fields.password}
        id={`${form}-password`}
        label={WORDS.login.password}
        maxLength={500}
        name="password"
        required
        type="password"
      />
      <Input
        autoComplete="one-time-code"
        error={fields.code}
        hint={WORDS.login.codeHint}
        id={`${form}-code`}
        label={WORDS.login.code}
        maxLength={500}
        name="code"
        required
        spellCheck={false}
      />
      <ScriptOnly otherwise={WORDS.passkeys.needsScript}>
        <ConfirmWithPasskey
          path={contract.staffConfirmChallenge.path}
          words={{ ...WORDS.passkeys.ceremony, use: words.passkey }}
        />
      </ScriptOnly>
    </fieldset>
  );
}
