import type { CallName } from "#worker/server/calls.ts";
import type { Line } from "./permission-line.ts";

/** What one does with the messages of a conversation. */
export const CHAT_ROWS: Partial<Record<CallName, Line>> = {
  react: {
    input: ({ conversation }) => ({ conversation, seq: 1, reaction: "heart" }),
    outcomes: ["authentication_required", "not_confirmed", "ok", "not_found", "not_found"],
  },
  editMessage: {
    input: ({ conversation }) => ({ conversation, seq: 1, text: "Changed" }),
    outcomes: ["authentication_required", "not_confirmed", "ok", "not_found", "not_found"],
  },
  hideMessage: {
    input: ({ conversation }) => ({ conversation, seq: 1 }),
    outcomes: ["authentication_required", "not_found", "ok", "not_found", "not_found"],
  },
  sayGoodbye: {
    input: ({ conversation }) => ({ conversation, line: "best" }),
    outcomes: ["authentication_required", "not_found", "conflict", "not_found", "not_found"],
  },
  // Here is no relay.
  callPermission: {
    input: ({ conversation }) => ({ conversation, allow: true }),
    outcomes: ["authentication_required", "not_confirmed", "forbidden", "not_found", "not_found"],
  },
  startCall: {
    input: ({ conversation, unique }) => ({ conversation, kind: "voice", client_id: `call-${unique}`, per: "free", price: 0 }),
    outcomes: ["authentication_required", "not_confirmed", "forbidden", "not_found", "not_found"],
  },
  call: {
    input: () => ({ id: "0".repeat(20) }),
    outcomes: ["authentication_required", "not_found", "not_found", "not_found", "not_found"],
  },
  answerCall: {
    input: () => ({ id: "0".repeat(20), device: "0".repeat(20) }),
    outcomes: ["authentication_required", "not_confirmed", "forbidden", "forbidden", "forbidden"],
  },
  endCall: {
    input: () => ({ id: "0".repeat(20), ending: "hung_up" }),
    outcomes: ["authentication_required", "not_found", "not_found", "not_found", "not_found"],
  },
  reportCall: {
    input: () => ({ id: "0".repeat(20), reason: "harassment" }),
    outcomes: ["authentication_required", "not_found", "not_found", "not_found", "not_found"],
  },
  renewCall: {
    input: () => ({ id: "0".repeat(20) }),
    outcomes: ["authentication_required", "not_found", "not_found", "not_found", "not_found"],
  },
  answerRequest: {
    input: ({ conversation }) => ({ conversation, answer: "accept" }),
    outcomes: ["authentication_required", "not_found", "ok", "not_found", "not_found"],
  },
  payToSend: {
    input: ({ anna, unique }) => ({
      package: "c25",
      method: "card",
      profile: anna.id,
      kind: "text",
      text: "Hello",
      price: 1,
      client_id: `pay-${unique}`,
    }),
    outcomes: ["authentication_required", "not_confirmed", "ok", "ok", "blocked"],
  },
  sendWaiting: {
    input: () => ({ payment: "0".repeat(20) }),
    outcomes: ["authentication_required", "not_confirmed", "ok", "ok", "ok"],
  },
  saveDraft: {
    input: ({ anna, unique }) => ({ profile: anna.id, text: "Hel", client_id: `draft-${unique}` }),
    outcomes: ["authentication_required", "ok", "ok", "ok", "blocked"],
  },
};
