import type { Holding } from "./holding.ts";

/** Part of `HOLDINGS`. */
export const CHAT_HOLDINGS: Readonly<Record<string, Holding>> = {
  conversations: {
    members: ["member_a", "member_b"],
    // Also the partner's data. The erasure of the second member deletes it.
    erasure: {
      id: "stays",
      member_a: "stays",
      member_b: "stays",
      started_by: "stays",
      last_seq: "stays",
      created_at: "stays",
      archived_seq: "stays",
      oldest_at: "stays",
      goodbye_at: "stays",
      goodbye_by: "stays",
      goodbye_line: "stays",
      pool: "stays",
    },
    download: { file: "chats", by: ["member_a", "member_b"] },
  },
  participants: {
    // The partner's row stays and holds the member's id only: a trigger empties the name with the profile's.
    members: ["member_id"],
    through: { column: "conversation_id", table: "conversations" },
    erasure: "goes",
    download: { file: "chats", by: ["member_id"] },
  },
  messages: {
    members: ["sender_id"],
    // The partner's copy. An erasure deletes messages without a reader.
    erasure: {
      conversation_id: "stays",
      seq: "stays",
      id: "stays",
      client_id: "stays",
      sender_id: "stays",
      type: "stays",
      text: "stays",
      price: "stays",
      lot_id: "stays",
      created_at: "stays",
      delivered_at: "stays",
      read_at: "stays",
      reply_to: "stays",
      edited_at: "stays",
      sender_reaction: "stays",
      receiver_reaction: "stays",
      hidden_from_sender: "stays",
      hidden_from_receiver: "stays",
      sender_changed: "stays",
      receiver_changed: "stays",
    },
    download: { file: "chats", by: ["sender_id"], without: ["client_id"] },
  },
  calls: {
    members: ["caller_id", "callee_id"],
    erasure: "goes",
    // What the caller paid is in the caller's ledger.
    download: { file: "calls", by: ["caller_id", "callee_id"], without: ["client_id", "device", "paid", "price_per", "price"] },
  },
  call_lines: {
    members: ["account_id"],
    through: { column: "call_id", table: "calls" },
    erasure: "goes",
    download: { not: "which call of `calls` runs now" },
  },
  chat_drafts: {
    members: ["member_id", "other_id"],
    erasure: "goes",
    // An unsent text is its author's data.
    download: { file: "chat-drafts", by: ["member_id"], without: ["client_id"] },
  },
  waiting_sends: {
    members: ["account_id", "other_id"],
    erasure: "goes",
    download: { file: "waiting-messages", by: ["account_id"], without: ["client_id"] },
  },
  ended_starts: {
    members: ["sender_id", "receiver_id"],
    erasure: "goes",
    download: { not: "chats that a block deleted: they would tell the sender who declined" },
  },
  openers: {
    members: ["member_id"],
    erasure: "goes",
    download: { not: "hashes that compare first messages, whose texts are in `chats`" },
  },
  archive_senders: {
    members: ["member_id"],
    erasure: "goes",
    download: { not: "a number for each member whose messages are archived" },
  },
  // They go with the number of their sender.
  archived_keys: {
    members: [],
    erasure: { sender: "stays", key: "stays" },
    download: { not: "hashes of the ids of requests whose messages are in `chats`" },
  },
  archived_sends: {
    members: ["sender_id"],
    erasure: "goes",
    download: { not: "the ids of requests whose messages are in `chats`" },
  },
  archive_erasures: {
    members: [],
    erasure: { conversation_id: "stays", up_to_seq: "stays", gone_id: "stays", due_at: "stays" },
    download: { not: "conversations whose archives must still be erased" },
  },
};
