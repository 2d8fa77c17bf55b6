import { orRefuse } from "#app/features/staff/gate.ts";
import { StaffPage } from "#app/features/staff/page.tsx";
import { WORDS } from "#app/features/staff/words.ts";
import { staffEdge } from "#worker/edge/edge.ts";

export async function loader() {
  await orRefuse(staffEdge().backend.staffMe({}));
  return null;
}

export function ServerComponent() {
  return (
    <StaffPage title={WORDS.work}>
      <p>{WORDS.site}</p>
    </StaffPage>
  );
}
