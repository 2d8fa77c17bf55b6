import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Input } from "#app/ui/input.tsx";
import { ScriptOnly } from "#app/ui/script-only.tsx";
import { contract } from "#worker/backoffice/staff/passkeys.contract.ts";
import { PASSKEY_NAME } from "#worker/people/identity/lengths.vocabulary.ts";
import { staffForm } from "./gate.ts";
import { AddStaffPasskey } from "./passkey.client.tsx";
import css from "./staff.module.css";
import { StaffForm } from "./staff-form.tsx";
import { Timed } from "./time.tsx";
import { WORDS } from "./words.ts";

const HERE = "/staff/account";
const PATHS = { options: contract.newStaffPasskey.path, add: contract.addStaffPasskey.path };
const words = WORDS.passkeys;

interface Passkey {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

interface Props {
  passkeys: Passkey[];
  limit: number;
  email: string;
}

/** One's own passkeys: the list, and forms to add and remove. */
export function StaffPasskeys({ passkeys, limit, email }: Props) {
  return (
    <>
      <h2>{words.title}</h2>
      <p className="muted">{words.intro}</p>
      <ul className={css.people}>
        {passkeys.map(({ id, name, created_at, last_used_at }) => (
          <li key={id}>
            <p>
              <strong>{name}</strong>{" "}
              <span className="muted">
                <Timed at={created_at} text={words.added} />{" "}
                {last_used_at ? <Timed at={last_used_at} text={words.used} /> : words.unused}
              </span>
            </p>
            <Disclosure open={staffForm("removeStaffPasskey", { passkey: id }).code !== null} summary={words.remove(name)}>
              <StaffForm className="stack" call="removeStaffPasskey" then={HERE}>
                <input name="passkey" type="hidden" value={id} />
                <Input
                  autoComplete="current-password"
                  error={staffForm("removeStaffPasskey", { passkey: id }).fields.password}
                  id={`password-${id}`}
                  label={WORDS.login.password}
                  maxLength={500}
                  name="password"
                  required
                  type="password"
                />
                <Button variant="danger">{words.removeButton}</Button>
              </StaffForm>
            </Disclosure>
          </li>
        ))}
      </ul>
      {passkeys.length < limit ? (
        <Disclosure className={css.form} summary={words.add}>
          <ScriptOnly otherwise={words.needsScript}>
            <AddStaffPasskey
              back={HERE}
              email={email}
              nameLength={PASSKEY_NAME}
              paths={PATHS}
              words={{
                ...{ ...words.ceremony, ...words.form, add: words.add },
                ...{ password: WORDS.login.password, code: WORDS.login.code, codeHint: WORDS.login.codeHint },
              }}
            />
          </ScriptOnly>
        </Disclosure>
      ) : (
        <p className="muted">{words.enough(limit)}</p>
      )}
    </>
  );
}
