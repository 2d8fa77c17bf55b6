import { orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { AppError } from "#worker/platform/errors.ts";
import { type QrCode, qrCode } from "#worker/platform/qr-code.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

type Proposal = Awaited<ReturnType<typeof proposed>>;

const tokenOf = () => staffEdge().url.searchParams.get("token") ?? "";
const proposed = () => staffEdge().backend.staffSetup({ token: tokenOf() });

export async function loader(): Promise<Proposal | "used" | "ended"> {
  return orRefuse(
    proposed().catch((error: unknown) => {
      if (error instanceof AppError && error.code === "link_expired") return error.params.state === "used" ? "used" : "ended";
      throw error;
    }),
  );
}

export function ServerComponent({ loaderData: found }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const words = WORDS.setup;
  const { fields } = staffForm("staffSetUp");
  if (typeof found === "string")
    return (
      <StaffPage narrow title={words.title}>
        <p>{words[found]}</p>
      </StaffPage>
    );
  return (
    <StaffPage narrow title={words.title}>
      <p>{words.welcome(found.name, found.email)}</p>
      <h2>{words.app}</h2>
      <p>{words.appText}</p>
      <Code label={words.picture} {...qrCode(found.uri)} />
      <p>
        <a href={found.uri}>{words.open}</a>
      </p>
      <p>
        {words.secret} <code>{found.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <h2>{words.recovery}</h2>
      <p>{words.recoveryText}</p>
      <ul className={css.codes}>
        {found.recovery.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <h2>{words.finish}</h2>
      <StaffForm className="stack" call="staffSetUp" then="/staff">
        <input name="token" type="hidden" value={tokenOf()} />
        <Input
          autoComplete="new-password"
          error={fields.password}
          label={words.password}
          minLength={12}
          name="password"
          required
          type="password"
        />
        <Input autoComplete="one-time-code" error={fields.code} inputMode="numeric" label={words.code} name="code" required />
        <Button size="l" wide>
          {words.submit}
        </Button>
      </StaffForm>
    </StaffPage>
  );
}

/** Dark on light in both colour schemes: not every reader takes the inverse. */
function Code({ size, path, label }: QrCode & { label: string }) {
  return (
    <svg aria-label={label} className={css.code} role="img" shapeRendering="crispEdges" viewBox={`0 0 ${size} ${size}`}>
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
