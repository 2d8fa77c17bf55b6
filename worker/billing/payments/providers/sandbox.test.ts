import { expect, test } from "vitest";
import { providerContract } from "#tests/providers/provider-contract.ts";
import { createSandboxDouble } from "#tests/providers/sandbox-double.ts";
import { hmac, sha256 } from "#worker/platform/crypto.ts";
import { createSandbox } from "./sandbox.ts";

const OWN = { secret: "test only, sandbox one", domainId: "liaison" };
const OTHER_KEY = "test only, sandbox two";

providerContract("sandbox", {
  bench() {
    const double = createSandboxDouble(OWN);
    const { store } = double;
    const made = (account: typeof OWN) => createSandbox({ ...account, store, port: "8787" });
    return {
      double,
      provider: made(OWN),
      otherKey: made({ ...OWN, secret: OTHER_KEY }),
      otherDomain: made({ ...OWN, domainId: "velvet" }),
    };
  },
  scheme: "http:",
  proofs: ["sandbox-timestamp", "sandbox-signature"],
  sums: [
    { currency: "EUR", amount: 2499, text: "2499" },
    { currency: "JPY", amount: 2500, text: "2500" },
    { currency: "KWD", amount: 1505, text: "1505" },
  ],
});

test.each(["", "no JSON", "{}", "null", "[1"])(
  "a signed notice %j that is no statement is refused, and is no failure",
  async (body) => {
    const timestamp = "1";
    const sandbox = createSandbox({ ...OWN, store: createSandboxDouble(OWN).store, port: "8787" });
    const signed = await hmac(await hmac(OWN.secret, "sandbox\nliaison"), `${timestamp}\n${await sha256(body)}`);
    const headers = new Headers({ "sandbox-timestamp": timestamp, "sandbox-signature": signed });
    expect(await sandbox.verify({ headers, body } as Parameters<typeof sandbox.verify>[0])).toBeNull();
  },
);
