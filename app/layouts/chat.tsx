import { Ringing } from "#app/features/messaging/calls/ringing.tsx";
import { EntryModal } from "#app/features/server/notices/entry-modal.tsx";
import { Outlet } from "#app/page/outlet.client.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { ChatShell } from "./chat-shell.tsx";
import { Navigation } from "./navigation.tsx";

export async function ServerComponent() {
  const user = await edge().user();
  return (
    <>
      <ChatShell nav={<Navigation />} skipLabel={edge().t("app.skip")}>
        <Outlet />
      </ChatShell>
      <EntryModal layout="chat" />
      {user && <Ringing />}
    </>
  );
}
