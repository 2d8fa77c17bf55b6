import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Output } from "#worker/platform/call.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { readCallLine } from "./call-lines.vocabulary.ts";
import type { ChatRow, contract } from "./chat.contract.ts";
import type { ListRow, Opened } from "./chat-list.sql.ts";
import { goodbyeOf } from "./goodbye.ts";
import { excerptOf, giftOf, iso, partnerOf } from "./message-view.ts";

export const LIST_SIZE = 30;

interface Found {
  rows: ListRow[];
  opened: Opened | null;
  requests: number;
}

/** `name` is the beginning that was searched; empty for the list by time. */
export function chatsOf(
  cursors: Cursors,
  ctx: MemberContext,
  { rows, opened, requests }: Found,
  name = "",
): Output<typeof contract.chats> {
  const last = rows.length > LIST_SIZE ? rows[LIST_SIZE - 1] : undefined;
  return {
    chats: rows.slice(0, LIST_SIZE).map((row) => chatRowOf(ctx, row)),
    cursor: last ? cursors.encode([name ? last.otherName : last.placeAt, last.conversationId], name) : null,
    unread_messages: ctx.viewer.account.unread,
    requests,
    last_chat_opened_profile: opened?.profile ?? null,
    last_chat_opened_date: opened && iso(opened.at),
  };
}

export function chatRowOf(ctx: MemberContext, row: ListRow): ChatRow {
  const call = readCallLine(row.lastText);
  return {
    conversation: { id: row.conversationId, last_seq: row.lastSeq },
    profile: partnerOf(row, ctx),
    num_unread_messages: row.unread,
    muted: row.muted === 1,
    last_message: row.lastSender
      ? {
          text: call ? "" : excerptOf(row.lastText),
          gift: giftOf(row.lastGift),
          ...{ photo: row.lastFile === "photo", voice: row.lastFile === "voice", call },
          own: row.lastSender === ctx.viewer.id,
          by_staff: row.card.fictional && row.lastSender === row.card.id,
          created_at: iso(row.lastAt),
        }
      : null,
    draft: row.draft === null ? null : excerptOf(row.draft),
    goodbye: row.goodbye && goodbyeOf(row.goodbye, ctx.viewer.id),
  };
}
