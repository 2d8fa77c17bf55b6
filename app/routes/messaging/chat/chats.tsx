import { TODAY } from "#app/features/accounts/today/today.ts";
import { TodayCards } from "#app/features/accounts/today/today-cards.tsx";
import { ChatColumns } from "#app/features/messaging/chat/chat-columns.tsx";
import { ChatsList } from "#app/features/messaging/chat/chat-list.tsx";
import { chatsInput } from "#app/features/messaging/chat/inputs.ts";
import { newestTexts } from "#app/features/messaging/chat/list-texts.ts";
import { NewMatches } from "#app/features/messaging/chat/new-matches.tsx";
import { NewestChat } from "#app/features/messaging/chat/newest-chat.client.tsx";
import { RequestsLink } from "#app/features/messaging/chat/requests-link.tsx";
import { Title } from "#app/head/title.tsx";
import { LiveRefresh } from "#app/live/live-refresh.client.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { prefetching } from "#app/request/prefetch.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { sheetsOf } from "#app/ui/later-sheets.tsx";
import type { Liked } from "#worker/discovery/likes/likes.contract.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./chats.module.css";

const NEW_MATCHES = { type: "new_matches" } as const;

export const handle = { scripts: true };

interface Data {
  chats: CallOutput<"chats">;
  matches: Liked[];
  /** The first page without a search. */
  first: boolean;
  name: string;
}

async function load(): Promise<Data> {
  const { backend } = edge();
  const input = chatsInput();
  const [chats, likes] = await orThrow(
    Promise.all([backend.chats(input), input.cursor || input.name ? null : backend.likes(NEW_MATCHES)]),
  );
  return { chats, matches: likes?.liked_by ?? [], name: input.name ?? "", first: likes !== null };
}

export const loader = prefetching(() => {
  const input = chatsInput();
  return input.cursor || input.name ? [["chats", input]] : [["chats", input], ["likes", NEW_MATCHES], TODAY];
}, load);

/** On wide screens an empty conversation stands beside the list. */
export async function ServerComponent({ loaderData }: { loaderData: Data }) {
  const { t, memberId, settings } = edge();
  const { chats, matches, name, first } = loaderData;
  return (
    <>
      <Title description={t("members.description", { name: settings.name })}>{t("chat.title")}</Title>
      <LiveRefresh events={chats.chats.length > 0 ? LISTED : EMPTY} />
      <ChatColumns
        className={css.page}
        list={
          <>
            {first && <TodayCards />}
            {first && <RequestsLink count={chats.requests} />}
            <NewMatches matches={matches} />
            <ChatsList list={chats} member={(await memberId()) ?? ""} name={name} />
          </>
        }
        listHeader={<h1>{t("chat.title")}</h1>}
      >
        {await beside(loaderData)}
      </ChatColumns>
    </>
  );
}

function newestSheets() {
  return sheetsOf(import.meta.viteRsc.loadCss("#app/features/messaging/chat/newest-chat-view.client.tsx"));
}

/** The newest chat; a search and a later page have none. */
async function beside({ chats: { chats }, first }: Data) {
  const { memberId, settings, reader, now } = edge();
  const [newest] = chats;
  if (!newest) return null;
  if (!first) return <Choose />;
  return (
    <NewestChat
      cdn={settings.cdn_prefix}
      conversation={newest.conversation.id}
      member={(await memberId()) ?? ""}
      now={now()}
      reader={reader}
      sheets={newestSheets()}
      texts={newestTexts()}
    >
      <Choose />
    </NewestChat>
  );
}

function Choose() {
  const { t } = edge();
  return (
    <EmptyState icon="message" title={t("chat.choose.title")}>
      {t("chat.choose.text")}
    </EmptyState>
  );
}

const LISTED = ["chats", "profile", "like", "news"] as const;
const EMPTY = ["message", "counters", ...LISTED] as const;
