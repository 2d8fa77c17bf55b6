import type { RawInput } from "#worker/platform/call.ts";
import type { CALLS, CallName } from "#worker/server/calls.ts";

/** A body that the contract accepts; a test holds them to it. */
export const EXAMPLES: { readonly [N in CallName]?: RawInput<(typeof CALLS)[N]> } = {
  signup: {
    email: "robin@example.org",
    name: "Robin_84",
    password: "four words in a row",
    date_of_birth: "1984-05-17",
    gender: "female",
    looking_for: "male",
    country: "NL",
    language: "en",
    terms: true,
    sensitive_data: true,
  },
  activate: { code: "123456" },
  chooseName: { name: "Robin_84" },
  login: { email: "robin@example.org", password: "four words in a row" },
  updateProfile: { about: "I like long walks and short messages.", hair: "brown" },
  like: { profile: "k3v9q2m7x1c8b4n6t5z0" },
  swipe: { profile: "k3v9q2m7x1c8b4n6t5z0", liked: true },
  sendMessage: { profile: "k3v9q2m7x1c8b4n6t5z0", text: "Hello! Which walk was your longest?", client_id: "6f1d2c9e8b7a4f30" },
  readChat: { conversation: "w8r2y6u0p4s1d5f9g3h7", seq: 12 },
  sendGift: { profile: "k3v9q2m7x1c8b4n6t5z0", gift: "rose", note: "For you", client_id: "0a9b8c7d6e5f4a3b" },
  startPayment: { package: "c25", method: "card" },
  payToSend: {
    package: "c25",
    method: "card",
    profile: "k3v9q2m7x1c8b4n6t5z0",
    kind: "text",
    text: "Hello! Which walk was your longest?",
    price: 1,
    client_id: "5e0d2c9e8b7a4f31",
  },
  block: { profile: "k3v9q2m7x1c8b4n6t5z0" },
  report: { kind: "profile", object: "k3v9q2m7x1c8b4n6t5z0", reason: "scam", text: "Asked me for money." },
  updatePreferences: { notifications: { message: { mail: false } } },
};
