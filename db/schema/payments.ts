import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import {
  PAYMENT_STATUSES,
  PROPOSAL_STATUSES,
  REFUND_REASONS,
  REFUND_REFUSALS,
  REFUND_SHARES,
  RETURN_CAUSES,
} from "./attributes.ts";

/** The seller as it was at the time of the order. */
export interface Seller {
  name: string;
  address: string;
  city: string;
  country: string;
  /** Number in the trade register; empty for none. */
  register: string;
  /** Empty for none. */
  vat: string;
}

/** Triggers allow only the transitions of decision 45, freeze an order's sums, and write what follows from a status. */
export const payments = sqliteTable(
  "payments",
  {
    id: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    domainId: text("domain_id").notNull(),
    packageId: text("package_id").notNull(),
    credits: integer().notNull(),
    /** ISO 4217. All amounts are in its smallest unit, tax included. */
    currency: text().notNull(),
    listAmount: integer("list_amount").notNull(),
    reduction: integer().notNull().default(0),
    amount: integer().notNull(),
    /** Tenths of a percent. */
    taxRate: integer("tax_rate").notNull().default(0),
    taxAmount: integer("tax_amount").notNull().default(0),
    /** Country of the tax (ISO 3166-1). */
    country: text().notNull(),
    method: text().notNull(),
    provider: text().notNull(),
    /** The provider's own name of the payment; null until it gives one. */
    providerRef: text("provider_ref"),
    status: text({ enum: PAYMENT_STATUSES }).notNull(),
    discountCode: text("discount_code"),
    /** Tenths of a percent. */
    discountPercentage: integer("discount_percentage").notNull().default(0),
    seller: text({ mode: "json" }).$type<Seller>().notNull(),
    /** Receipts are numbered per company: its legal name. */
    series: text().notNull(),
    buyerName: text("buyer_name").notNull(),
    language: text().notNull(),
    /** A stored payment method that pays without the provider's page. */
    storedMethodId: text("stored_method_id"),
    redirect: text(),
    refundDays: integer("refund_days").notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** The provider may not be asked again before. */
    askAt: integer("ask_at").notNull(),
    completedAt: integer("completed_at"),
    /** The provider has said how the payment ended. An order that only we have ended is still asked about. */
    saidAt: integer("said_at"),
    /** Keyed hash of a direct debit's bank account, for limits that outlive its mandate. */
    ibanPrint: text("iban_print"),
  },
  (t) => [
    uniqueIndex("payments_key").on(t.accountId, t.idempotencyKey),
    uniqueIndex("payments_ref").on(t.provider, t.providerRef),
    index("payments_account").on(t.accountId, t.createdAt),
    index("payments_iban").on(t.ibanPrint, t.createdAt).where(sql`iban_print IS NOT NULL`),
    // The last ones by time, for the status page.
    index("payments_completed_at").on(t.completedAt).where(sql`completed_at IS NOT NULL`),
    index("payments_open").on(t.askAt).where(sql`status IN ('created', 'pending')`),
    index("payments_ended").on(t.askAt).where(sql`status IN ('failed', 'cancelled', 'expired') AND said_at IS NULL`),
    check("payment_positive", sql`${t.amount} > 0 AND ${t.credits} > 0`),
    check("payment_sum", sql`${t.amount} = ${t.listAmount} - ${t.reduction} AND ${t.reduction} >= 0`),
    check("payment_tax", sql`${t.taxAmount} BETWEEN 0 AND ${t.amount}`),
  ],
);

/** Verified notices of providers, each applied once. */
export const paymentNotices = sqliteTable(
  "payment_notices",
  {
    provider: text().notNull(),
    /** The provider's id of the event, or a digest of the notice. */
    id: text().notNull(),
    paymentId: text("payment_id").notNull(),
    event: text().notNull(),
    /** `applied`, `ignored` or the reason of a refusal. */
    outcome: text().notNull(),
    receivedAt: integer("received_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.id] }),
    index("payment_notices_payment").on(t.paymentId),
    index("payment_notices_received").on(t.receivedAt),
  ],
);

/** Part of a payment that goes back to the buyer. The credits leave their lot at the request. */
export const refunds = sqliteTable(
  "refunds",
  {
    id: text().primaryKey(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    accountId: text("account_id").notNull(),
    amount: integer().notNull(),
    credits: integer().notNull(),
    status: text({ enum: ["requested", "done", "failed"] }).notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** Why the money went back automatically; null for a requested refund. */
    cause: text({ enum: RETURN_CAUSES }),
  },
  (t) => [
    index("refunds_payment").on(t.paymentId),
    index("refunds_open").on(t.updatedAt).where(sql`status = 'requested'`),
    index("refunds_failed").on(t.updatedAt).where(sql`status = 'failed'`),
    check("refund_positive", sql`${t.amount} > 0 AND ${t.credits} >= 0`),
  ],
);

/** Refunds that staff propose. The refund of an approved one has its id; any other refund of the payment supersedes it. */
export const refundProposals = sqliteTable(
  "refund_proposals",
  {
    id: text().primaryKey(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    accountId: text("account_id").notNull(),
    domainId: text("domain_id").notNull(),
    amount: integer().notNull(),
    credits: integer().notNull(),
    share: text({ enum: REFUND_SHARES }).notNull(),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    /** Above the domain's sum for one person: a second person approves. */
    byTwo: integer("by_two", { mode: "boolean" }).notNull(),
    proposedBy: text("proposed_by").notNull(),
    status: text({ enum: PROPOSAL_STATUSES }).notNull().default("proposed"),
    refusal: text({ enum: REFUND_REFUSALS }),
    decidedBy: text("decided_by"),
    createdAt: integer("created_at").notNull(),
    decidedAt: integer("decided_at"),
  },
  (t) => [
    uniqueIndex("refund_proposals_open").on(t.paymentId).where(sql`status = 'proposed'`),
    index("refund_proposals_account").on(t.accountId, t.createdAt),
    index("refund_proposals_created").on(t.createdAt),
    check("proposal_positive", sql`${t.amount} > 0 AND ${t.credits} >= 0`),
    check("proposal_decided", sql`(${t.status} IN ('proposed', 'superseded')) = (${t.decidedBy} IS NULL)`),
    check("proposal_by_two", sql`${t.status} <> 'approved' OR ${t.byTwo} = 0 OR ${t.decidedBy} <> ${t.proposedBy}`),
    check("proposal_refusal", sql`(${t.status} = 'refused') = (${t.refusal} IS NOT NULL)`),
  ],
);

/** Append-only. Receipts and credit notes share one series per company, numbered 1, 2, 3… without gaps. */
export const receipts = sqliteTable(
  "receipts",
  {
    series: text().notNull(),
    number: integer().notNull(),
    kind: text({ enum: ["receipt", "credit_note"] }).notNull(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    amount: integer().notNull(),
    taxAmount: integer("tax_amount").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.series, t.number] }), index("receipts_payment").on(t.paymentId, t.number)],
);

/** A card or mandate stored by the provider for the next order. */
export const storedMethods = sqliteTable(
  "stored_methods",
  {
    id: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    domainId: text("domain_id").notNull(),
    provider: text().notNull(),
    method: text().notNull(),
    /** Good only together with the provider's secrets. */
    token: text().notNull(),
    label: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("stored_methods_token").on(t.accountId, t.provider, t.token),
    index("stored_methods_account").on(t.accountId, t.createdAt),
  ],
);

/** A SEPA direct debit mandate and the steps to its signature. */
export const mandates = sqliteTable(
  "mandates",
  {
    id: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    domainId: text("domain_id").notNull(),
    /** The mandate reference of the SEPA rulebook; at most 35 characters. */
    reference: text().notNull(),
    packageId: text("package_id").notNull(),
    discountCode: text("discount_code"),
    status: text({ enum: ["started", "verified", "signed", "ended", "blocked"] }).notNull(),
    holder: text().notNull(),
    address: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    /** Encrypted until the signature, then null. */
    sealedIban: text("sealed_iban"),
    /** Keyed hash: finds a blocked account again. */
    ibanPrint: text("iban_print").notNull(),
    ibanEnd: text("iban_end").notNull(),
    mobile: text().notNull(),
    codeHash: text("code_hash"),
    tries: integer().notNull().default(0),
    /** Of a verified mandate: the end of the time to sign. */
    codeExpiresAt: integer("code_expires_at"),
    paymentId: text("payment_id"),
    createdAt: integer("created_at").notNull(),
    signedAt: integer("signed_at"),
  },
  (t) => [
    uniqueIndex("mandates_reference").on(t.reference),
    index("mandates_account").on(t.accountId, t.createdAt),
    index("mandates_print").on(t.ibanPrint),
    index("mandates_blocked").on(t.ibanPrint).where(sql`status = 'blocked'`),
  ],
);

/** Self-exclusion and pauses, across a pool. Holds keyed hashes only, so that it outlives the account. */
export const exclusions = sqliteTable(
  "exclusions",
  {
    id: text().primaryKey(),
    pool: text().notNull(),
    kind: text({ enum: ["account", "email", "payment"] }).notNull(),
    print: text().notNull(),
    /** `purchases` refuses orders, `access` also log-in and sign-up. */
    scope: text({ enum: ["purchases", "access"] }).notNull(),
    /** Exclusive end in ms. */
    until: integer().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("exclusions_print").on(t.pool, t.print, t.until)],
);
