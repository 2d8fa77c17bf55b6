import { empty, type Holding } from "./holding.ts";

const HELD = { not: "copies for a case that is not decided, whose download would tell of it" };

/** Part of `HOLDINGS`. */
export const REPORT_HOLDINGS: Readonly<Record<string, Holding>> = {
  reports: {
    members: ["reporter_id"],
    // A report stays as evidence, without its author.
    erasure: {
      id: "stays",
      reference: "stays",
      domain_id: "stays",
      pool: "stays",
      reporter_id: empty(null),
      reported_id: "stays",
      kind: "stays",
      object_id: "stays",
      reason: "stays",
      text: empty(""),
      status: "stays",
      outcome: "stays",
      created_at: "stays",
      due_at: "stays",
      decided_at: "stays",
    },
    download: { file: "reports", by: ["reporter_id"] },
  },
  report_proofs: {
    members: ["member_id"],
    erasure: "goes",
    download: { not: "copies of what is in the other files, whose download would tell of a report" },
  },
  held_texts: {
    members: ["member_id"],
    erasure: "goes",
    // Left out of the export: the matched words would help only to evade the filter.
    download: { file: "held-texts", by: ["member_id"], without: ["causes", "decision_id"] },
  },
  text_sketches: {
    members: ["member_id"],
    erasure: "goes",
    download: { not: "hashes that compare texts, which are in `profile` and `held-texts`" },
  },
  decisions: {
    members: ["member_id"],
    // Staff must be able to tell why they decided, without the member's own words.
    erasure: {
      id: "stays",
      reference: "stays",
      domain_id: "stays",
      pool: "stays",
      member_id: "stays",
      report_id: "stays",
      about: "stays",
      kind: "stays",
      reason: "stays",
      until: "stays",
      words: empty(null),
      decided_by: "stays",
      created_at: "stays",
      objection: empty(null),
      objected_at: "stays",
      outcome: "stays",
      closed_at: "stays",
      lifted_at: "stays",
      lifted_by: "stays",
    },
    download: { file: "decisions", by: ["member_id"], without: ["decided_by", "lifted_by", "report_id"] },
  },
  // The books name the credits; the mark stays for the other side of the chats.
  fraud_removals: {
    members: ["member_id"],
    erasure: { member_id: "stays", decision_id: "stays", since: "stays", created_at: "stays" },
    download: { not: "the decision is in `decisions`" },
  },
  fraud_returns: {
    members: ["fraud_id", "account_id"],
    erasure: {
      fraud_id: "stays",
      account_id: "stays",
      since: "stays",
      state: "stays",
      credits: "stays",
      created_at: "stays",
    },
    download: { file: "returned-credits", by: ["account_id"], without: ["fraud_id"] },
  },
  signals: {
    members: ["member_id"],
    erasure: "goes",
    download: { file: "signals", by: ["member_id"] },
  },
  message_reads: {
    members: ["member_id"],
    erasure: "goes",
    download: { file: "message-reads", by: ["member_id"], without: ["staff_id", "item"] },
  },
  photo_reads: {
    members: ["member_id"],
    erasure: "goes",
    download: { file: "photo-reads", by: ["member_id"], without: ["staff_id"] },
  },
  held_chats: {
    members: ["member_a", "member_b"],
    erasure: "goes",
    download: HELD,
  },
  held_messages: {
    members: ["sender_id"],
    through: { column: "conversation_id", table: "held_chats" },
    erasure: "goes",
    download: HELD,
  },
};
