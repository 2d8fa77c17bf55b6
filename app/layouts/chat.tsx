import { Modals } from "#app/features/notices/modals.tsx";
import { Outlet } from "#app/page/outlet.client.tsx";
import { edge } from "#worker/edge/edge.ts";
import { ChatShell } from "./shells.tsx";

export function ServerComponent() {
  return (
    <>
      <ChatShell skipLabel={edge().t("app.skip")}>
        <Outlet />
      </ChatShell>
      <Modals layout="chat" />
    </>
  );
}
