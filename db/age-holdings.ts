import type { Holding } from "./holding.ts";

/** Open requests for a proof of age, and pictures that wait for a person. What was proved is a column of the account. */
export const AGE_HOLDINGS: Readonly<Record<string, Holding>> = {
  age_requests: {
    members: ["account_id"],
    erasure: "goes",
    download: { file: "age-requests", by: ["account_id"], without: ["session_hash", "state", "secret", "code_hash"] },
  },
  age_checks: {
    members: ["account_id"],
    erasure: "goes",
    download: { file: "age-checks", by: ["account_id"], without: ["pose", "document"] },
  },
  age_notices: {
    members: [],
    erasure: { domain_id: "stays", rules: "stays", last_id: "stays" },
    download: { not: "the rules of a domain, and how far its members were written to" },
  },
};
