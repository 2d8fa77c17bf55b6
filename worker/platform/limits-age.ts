import { DAY, HOUR } from "./durations.ts";
import { limit, rows } from "./limits-rows.ts";

export const AGE_LIMITS = rows({
  ageProofs: {
    calls: ["beginAgeProof"],
    key: "age proofs {member}",
    windows: [limit(20, HOUR), limit(60, DAY)],
    protects: "proofs of age from being tried until one passes",
    loss: "members",
    counted: "before",
  },
  ageChecks: {
    calls: ["sendAgeCheck"],
    key: "age check {member}",
    windows: [limit(3, DAY)],
    protects: "staff from documents by the dozen, and members from themselves",
    loss: "staff",
    counted: "rule",
  },
  ageChecksOfNetwork: {
    calls: ["sendAgeCheck"],
    key: "age checks {network}",
    windows: [limit(20, DAY)],
    protects: "staff from documents of many accounts of one network",
    loss: "staff",
    counted: "rule",
  },
  ageAnswers: {
    calls: [],
    key: "age answers {network}",
    windows: [limit(120, HOUR)],
    protects: "the verifier from answers that nobody asked for",
    loss: "machine",
    counted: "rule",
  },
  ageRefusals: {
    calls: [],
    key: "age refusals {network}",
    windows: [limit(1, DAY)],
    protects: "the figures from counting a visitor twice",
    loss: "machine",
    counted: "rule",
  },
  ageProofsOfNetwork: {
    calls: ["beginAgeProof", "receiveAgeProof"],
    key: "age steps {network}",
    windows: [limit(120, HOUR)],
    protects: "the verifier and the provider from many accounts of one network",
    loss: "machine",
    counted: "before",
  },
});
