import { redirect } from "react-router";
import { staffForm } from "#app/features/backoffice/staff/gate.ts";
import { OtherLogin } from "#app/features/backoffice/staff/other-login.tsx";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

export function loader() {
  if (staffEdge().viewer) throw redirect("/staff");
  return null;
}

export function ServerComponent() {
  const words = WORDS.login;
  const { fields, message, values } = staffForm("staffLogin");
  const { form } = staffEdge();
  const ended = form?.code === "authentication_required" && { id: form.id, values: form.values };
  const unsent = ended ? JSON.stringify(ended) : values.kept;
  return (
    <StaffPage narrow refusals={ended ? { authentication_required: words.kept } : {}} title={WORDS.logIn}>
      <StaffForm className="stack" call="staffLogin" then={unsent === undefined ? "/staff" : undefined}>
        {unsent !== undefined && <input name="kept" type="hidden" value={unsent} />}
        <Input
          autoCapitalize="none"
          autoComplete="username"
          autoFocus={message === null}
          defaultValue={values.email}
          label={words.email}
          name="email"
          required
          spellCheck={false}
          type="email"
        />
        <Input autoComplete="current-password" label={words.password} name="password" required type="password" />
        <Input
          autoComplete="one-time-code"
          error={fields.code}
          hint={words.codeHint}
          label={words.code}
          name="code"
          required
          spellCheck={false}
        />
        <Button size="l" wide>
          {WORDS.logIn}
        </Button>
      </StaffForm>
      <OtherLogin href="/staff/login/passkey" unsent={unsent} way="passkey">
        {WORDS.passkeys.login}
      </OtherLogin>
    </StaffPage>
  );
}
