import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { NOT_SENT, WAITING_KINDS } from "./attributes.ts";
import { profiles } from "./members.ts";
import { payments } from "./payments.ts";

/** What a payment is to send once its buyer returns, one each: decision 90. */
export const waitingSends = sqliteTable(
  "waiting_sends",
  {
    paymentId: text("payment_id")
      .primaryKey()
      .references(() => payments.id, { onDelete: "cascade" }),
    accountId: text("account_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    otherId: text("other_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    kind: text({ enum: WAITING_KINDS }).notNull(),
    /** Code of the icebreaker or id of the gift; empty for the others. */
    item: text().notNull().default(""),
    /** The message, or the note of a gift. Empty once sent, or once the message is a draft only. */
    text: text().notNull(),
    replyTo: integer("reply_to"),
    /** In credits, as the buyer saw it. */
    price: integer().notNull(),
    clientId: text("client_id").notNull(),
    fictionalKnown: integer("fictional_known", { mode: "boolean" }).notNull(),
    /** When the button was pressed, in ms. */
    pressedAt: integer("pressed_at").notNull(),
    /** Null until the buyer has returned with a completed payment. */
    outcome: text({ enum: ["sent", ...NOT_SENT] }),
  },
  (t) => [
    index("waiting_sends_pair").on(t.accountId, t.otherId, t.pressedAt),
    index("waiting_sends_other").on(t.otherId),
    index("waiting_sends_pressed").on(t.pressedAt),
    check("waiting_for_another", sql`${t.accountId} <> ${t.otherId}`),
    check("waiting_length", sql`length(${t.text}) BETWEEN 0 AND 20000`),
  ],
);
