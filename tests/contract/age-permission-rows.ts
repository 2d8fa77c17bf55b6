import type { CallName } from "#worker/server/calls.ts";
import type { Line } from "./permission-line.ts";

/** Nobody must prove the age on these domains. */
export const AGE_ROWS: Partial<Record<CallName, Line>> = {
  beginAgeProof: {
    input: () => ({ method: "eu", way: "qr" }),
    outcomes: ["authentication_required", "conflict", "conflict", "conflict", "conflict"],
  },
  ageCheck: { input: () => ({}) },
  sendAgeCheck: {
    input: () => ({ pose: new File(["words"], "pose.jpg"), document: new File(["words"], "document.jpg"), agreed: "1" }),
    outcomes: ["authentication_required", "not_confirmed", "conflict", "conflict", "conflict"],
  },
  withdrawAgeCheck: { input: () => ({}) },
  receiveAgeProof: { input: () => ({ code: "of nobody" }) },
};
