import { redirect } from "react-router";
import { formAction, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { OtherLogin } from "#app/features/backoffice/staff/other-login.tsx";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { StaffPasskeyLogin } from "#app/features/backoffice/staff/passkey.client.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { ScriptOnly } from "#app/ui/script-only.tsx";
import { contract } from "#worker/backoffice/staff/passkeys.contract.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

/** A page of its own, so that the log-in with a password needs no scripts. */
export const handle = { scripts: true };

const PATHS = { challenge: contract.staffPasskeyChallenge.path, login: contract.staffPasskeyLogin.path };

export function loader() {
  if (staffEdge().viewer) throw redirect("/staff");
  return null;
}

export function ServerComponent() {
  const words = WORDS.passkeys;
  const { kept: unsent } = staffForm("staffPasskeyLogin").values;
  return (
    <StaffPage narrow title={words.login}>
      <p className="muted">{words.loginText}</p>
      <ScriptOnly otherwise={words.needsScript}>
        <StaffPasskeyLogin
          unsent={unsent === undefined ? null : { form: unsent, action: formAction("staffPasskeyLogin") }}
          next="/staff"
          paths={PATHS}
          words={{ ...words.ceremony, use: words.use }}
        />
      </ScriptOnly>
      <OtherLogin href="/staff/login" unsent={unsent} way="password">
        {words.withPassword}
      </OtherLogin>
    </StaffPage>
  );
}
