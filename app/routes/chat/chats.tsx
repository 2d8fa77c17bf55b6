import { ChatColumns } from "#app/features/chat/chat-columns.tsx";
import { ChatsList } from "#app/features/chat/chat-list.tsx";
import { Title } from "#app/head/title.tsx";
import { LiveRefresh } from "#app/live/live-refresh.client.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";

export const handle = { scripts: true };

export function loader(): Promise<CallOutput<"chats">> {
  const { backend, url } = edge();
  return orThrow(backend.chats({ cursor: url.searchParams.get("cursor") ?? undefined }));
}

/** On wide screens an empty conversation stands beside the list. */
export function ServerComponent({ loaderData }: { loaderData: CallOutput<"chats"> }) {
  const { t } = edge();
  const { chats, cursor } = loaderData;
  return (
    <>
      <Title>{t("chat.title")}</Title>
      <LiveRefresh events={REFRESH} />
      <ChatColumns
        fill="page"
        list={<ChatsList chats={chats} cursor={cursor} />}
        listHeader={<h1>{t("chat.title")}</h1>}
        open={false}
      >
        {chats.length > 0 && (
          <EmptyState icon="message" title={t("chat.choose.title")}>
            {t("chat.choose.text")}
          </EmptyState>
        )}
      </ChatColumns>
    </>
  );
}

const REFRESH = ["message", "counters", "profile"] as const;
