import { ErrorPage, type ErrorPageProps } from "#app/ui/error-page.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { LanderShell } from "./lander-shell.tsx";
import { Logo } from "./logo.tsx";
import { MemberError } from "./member-error.tsx";

export function ErrorShell({ member, ...error }: ErrorPageProps & { member: boolean }) {
  const skipLabel = edge().t("app.skip");
  const page = <ErrorPage {...error} />;
  return (
    <>
      {import.meta.viteRsc.loadCss()}
      {member ? (
        <MemberError skipLabel={skipLabel}>{page}</MemberError>
      ) : (
        <LanderShell logo={<Logo href="/" />} skipLabel={skipLabel}>
          {page}
        </LanderShell>
      )}
    </>
  );
}
