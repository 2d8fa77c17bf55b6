import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";

export function StaffError({ status, message, request }: { status: number; message: string; request: string }) {
  return (
    <main>
      {import.meta.viteRsc.loadCss()}
      <StaffPage narrow title={String(status)}>
        <p>{message}</p>
        {status >= 500 && <code>{request}</code>}
        <a href="/staff">{WORDS.back}</a>
      </StaffPage>
    </main>
  );
}
