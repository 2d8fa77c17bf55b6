import { data, redirect } from "react-router";
import type { Buying } from "#app/features/billing/payments/buying.ts";
import { BlockedProfile } from "#app/features/discovery/members/blocked-profile.tsx";
import { ChatColumns } from "#app/features/messaging/chat/chat-columns.tsx";
import { ChatsList } from "#app/features/messaging/chat/chat-list.tsx";
import { fieldPrice } from "#app/features/messaging/chat/icebreaker.tsx";
import { chatInput } from "#app/features/messaging/chat/inputs.ts";
import { knowsFirst, OpenChat } from "#app/features/messaging/chat/open-chat.tsx";
import { PaySheet } from "#app/features/messaging/waiting/pay-sheet.tsx";
import { sendWaiting, sentPath } from "#app/features/messaging/waiting/returned.ts";
import { sheetOrder } from "#app/features/messaging/waiting/sheet.ts";
import { Unpaid, Unsent } from "#app/features/messaging/waiting/unsent.tsx";
import { signupOpen, withNext } from "#app/features/people/identity/flow.ts";
import { Title } from "#app/head/title.tsx";
import { LiveRefresh } from "#app/live/live-refresh.client.tsx";
import { type Blocked, loginPath, orBlocked, orThrow } from "#app/request/or-throw.ts";
import { currentPath } from "#app/request/path.ts";
import { prefetching } from "#app/request/prefetch.ts";
import { requireUser } from "#app/request/require-user.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Payment } from "#worker/billing/payments/payments.contract.ts";
import type { Waiting } from "#worker/messaging/waiting/waiting.contract.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

interface Data {
  chat: CallOutput<"chat">;
  chats: CallOutput<"chats">;
  selfId: string;
  /** The order of the sheet that pays. */
  order: Buying | null;
  /** What a payment was to send. */
  waiting: Waiting | null;
  /** The order that is to send it, as long as it is not paid. */
  unpaid: Payment | null;
}

type Shown = Data | (Blocked & { id: string }) | null;

/** `/chats/:id` and `/members/:id/chat`; the latter may have no conversation yet. */
async function load({ params }: { params: { id: string } }): Promise<Shown> {
  const { backend, url } = edge();
  const byProfile = url.pathname.startsWith("/members/");
  // A visitor gets an explanation for a profile, but only a redirect for a conversation.
  if (byProfile && !(await edge().user())) return null;
  const user = await requireUser();
  if (byProfile && params.id === user.profile.id) throw data({ message: edge().t("errors.not_found") }, { status: 404 });
  const wanted = chatInput(params.id);
  const answer = backend.chat(wanted);
  const chat = await (byProfile ? orBlocked(answer) : orThrow(answer));
  if ("blocked" in chat) return { ...chat, id: params.id };
  const { waiting, unpaid } = chat.waiting === null ? NOTHING_WAITS : await whatWaits(chat.waiting);
  if (waiting?.state === "sent" && chat.waiting) throw redirect(sentPath(waiting, chat.waiting));
  const lacks = chat.refusal === null || chat.refusal === "not_enough_credits" ? fieldPrice(chat) - chat.credits : 0;
  const more = { selfId: user.profile.id, order: await sheetOrder(lacks), waiting, unpaid };
  const chats = chat.list ?? NO_CHATS;
  const { conversation } = chat;
  if (conversation && conversation.unread > 0 && wanted.opened) {
    const { unread_messages } = await backend.readChat({ conversation: conversation.id, seq: conversation.last_seq });
    const rows = withoutUnread(chats.chats, conversation.id);
    return { chat, chats: { ...chats, chats: rows, unread_messages }, ...more };
  }
  return { chat, chats, ...more };
}

const NOTHING_WAITS = { waiting: null, unpaid: null };

/** To ask for an open order settles it where the provider knows more. */
async function whatWaits(id: string): Promise<Pick<Data, "waiting" | "unpaid">> {
  const waiting = await sendWaiting(id);
  if (waiting?.state !== "open") return { waiting, unpaid: null };
  const { payment } = await orThrow(edge().backend.payment({ id }));
  return payment.status === "completed" ? { waiting: await sendWaiting(id), unpaid: null } : { waiting, unpaid: payment };
}

export const loader = prefetching(({ id }) => [["chat", chatInput(id)]], load);

const NO_CHATS: Data["chats"] = {
  chats: [],
  cursor: null,
  unread_messages: 0,
  requests: 0,
  last_chat_opened_profile: null,
  last_chat_opened_date: null,
};

function withoutUnread(rows: Data["chats"]["chats"], id: string): Data["chats"]["chats"] {
  return rows.map((row) => (row.conversation.id === id ? { ...row, num_unread_messages: 0 } : row));
}

export function ServerComponent({ loaderData }: { loaderData: Shown }) {
  const { t } = edge();
  if (!loaderData) return <LoginFirst />;
  if ("blocked" in loaderData) {
    const back = { href: "/chats", label: t("chat.back") };
    return <BlockedProfile back={back} id={loaderData.id} message={loaderData.blocked} />;
  }
  const { chat, chats, selfId, order, waiting, unpaid } = loaderData;
  const header = (
    <>
      <ButtonLink href="/members" icon="back" iconOnly variant="quiet">
        {t("nav.search")}
      </ButtonLink>
      <h2>{t("chat.title")}</h2>
    </>
  );
  return (
    <>
      <Title description={t("chat.log", { name: chat.profile.name })}>{chat.profile.name}</Title>
      <LiveRefresh events={isBegun(chat) ? BEGUN : BEGINNING} />
      {order && (
        <PaySheet {...order} and="send" over="chat">
          {knowsFirst({ chat, selfId })}
        </PaySheet>
      )}
      <ChatColumns list={<ChatsList current={chat.conversation?.id} list={chats} member={selfId} />} listHeader={header}>
        <OpenChat
          chat={chat}
          paying={order !== null}
          selfId={selfId}
          unsent={
            unpaid && !order ? <Unpaid {...unpaid} /> : waiting && (waiting.decided || chat.draft) && <Unsent waiting={waiting} />
          }
        />
      </ChatColumns>
    </>
  );
}

function LoginFirst() {
  const { t } = edge();
  const open = signupOpen();
  const actions = (
    <>
      {open && <ButtonLink href={withNext("/signup", currentPath())}>{t("signup.submit")}</ButtonLink>}
      <ButtonLink href={loginPath()} variant={open ? "secondary" : "primary"}>
        {t("nav.login")}
      </ButtonLink>
      <ButtonLink href="/members" variant="quiet">
        {t("nav.search")}
      </ButtonLink>
    </>
  );
  return (
    <div data-no-conversation>
      <Title>{t("chat.title")}</Title>
      <EmptyState action={actions} icon="message" level={1} title={t("members.profile.loginToChat")} />
    </div>
  );
}

/** Rows and thread follow messages by themselves. Until then a message changes what the page offers: menu, photos, price. */
const BEGUN = ["chats", "payment", "profile"] as const;
const BEGINNING = ["message", "counters", ...BEGUN] as const;

function isBegun({ conversation, photos, refusal }: Data["chat"]): boolean {
  return conversation !== null && photos !== "unanswered" && refusal === null;
}
