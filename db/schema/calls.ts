import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { profiles } from "./members.ts";

const KINDS = ["voice", "video"] as const;
const UNITS = ["free", "call", "minute"] as const;
const ENDINGS = ["hung_up", "declined", "cancelled", "missed", "failed", "credits", "lost", "gone"] as const;

/** Calls that ring, run or ended lately. What stays is the line in the chat, whose id is the call's. Decision 147. */
export const calls = sqliteTable(
  "calls",
  {
    id: text().primaryKey(),
    /** Without a foreign key: a trigger ends the call when a block deletes the conversation. */
    conversationId: text("conversation_id").notNull(),
    callerId: text("caller_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    calleeId: text("callee_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** The domain on which it was started: its figures and its price. */
    domainId: text("domain_id").notNull(),
    clientId: text("client_id").notNull(),
    kind: text({ enum: KINDS }).notNull(),
    pricePer: text("price_per", { enum: UNITS }).notNull(),
    /** In credits, for a call or a minute. */
    price: integer().notNull(),
    /** Who chose a direct connection; it needs both. */
    callerDirect: integer("caller_direct", { mode: "boolean" }).notNull().default(false),
    calleeDirect: integer("callee_direct", { mode: "boolean" }).notNull().default(false),
    /** The two had not talked before. */
    first: integer({ mode: "boolean" }).notNull().default(false),
    /** Random id of the page that answered. */
    device: text(),
    /** Minutes that the caller has paid, or 1 for a paid call; each has its entry in the ledger. */
    paid: integer().notNull().default(0),
    askedAt: integer("asked_at").notNull(),
    answeredAt: integer("answered_at"),
    /** When a page of either member last renewed its credentials. */
    aliveAt: integer("alive_at").notNull(),
    endedAt: integer("ended_at"),
    ending: text({ enum: ENDINGS }),
  },
  (t) => [
    uniqueIndex("calls_client_id").on(t.callerId, t.clientId),
    index("calls_callee").on(t.calleeId, t.askedAt),
    index("calls_open").on(t.aliveAt).where(sql`ended_at IS NULL`),
    index("calls_ended").on(t.endedAt).where(sql`ended_at IS NOT NULL`),
    index("calls_conversation").on(t.conversationId).where(sql`ended_at IS NULL`),
    check("call_with_another", sql`${t.callerId} <> ${t.calleeId}`),
    check("call_price", sql`${t.price} >= 0 AND (${t.pricePer} <> 'free' OR ${t.price} = 0)`),
    check("call_paid", sql`${t.paid} >= 0`),
    check("call_ended", sql`(${t.endedAt} IS NULL) = (${t.ending} IS NULL)`),
  ],
);

/** Who is in a call: one at a time, as the caller or as the called one. Two rows a call, which its end deletes. */
export const callLines = sqliteTable(
  "call_lines",
  {
    accountId: text("account_id")
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    callId: text("call_id")
      .notNull()
      .references(() => calls.id, { onDelete: "cascade" }),
  },
  (t) => [index("call_lines_call").on(t.callId)],
);
