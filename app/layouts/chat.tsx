import { EntryModal } from "#app/features/server/notices/entry-modal.tsx";
import { Outlet } from "#app/page/outlet.client.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { ChatShell } from "./chat-shell.tsx";
import { Navigation } from "./navigation.tsx";

export function ServerComponent() {
  return (
    <>
      <ChatShell nav={<Navigation />} skipLabel={edge().t("app.skip")}>
        <Outlet />
      </ChatShell>
      <EntryModal layout="chat" />
    </>
  );
}
