import { AGE_ANSWER } from "./age.contract.ts";
import type { AgeProver, Begun, ReadPost } from "./age.ts";
import type { EuSecret } from "./eu/request.ts";
import type { TrustedList } from "./eu/trust.ts";

const verifier = () => import("./eu/index.ts");

export function createEuProver({
  trust,
  usable,
  fetch,
}: {
  trust(): Promise<TrustedList | null>;
  /** A list that is missing or expired accepts nobody. */
  usable(now: number): Promise<boolean>;
  fetch: typeof globalThis.fetch;
}): AgeProver {
  return {
    ways: ["browser", "link", "qr"],
    usable,

    async begin({ pageOrigin, state }): Promise<Begun> {
      const { beginEu } = await verifier();
      const { browser, link, walletLink, secret } = await beginEu({
        origin: pageOrigin,
        responseUri: pageOrigin + AGE_ANSWER,
        state,
      });
      return { view: { link, wallet_link: walletLink, browser }, secret };
    },

    async receive({ secret, answer, now }) {
      const { receiveBrowser, receiveVpToken } = await verifier();
      const given = { secret: secret as EuSecret, trust: await trust(), now, fetch };
      if ("vpToken" in answer) return receiveVpToken({ ...given, vpToken: answer.vpToken });
      return "browser" in answer ? receiveBrowser({ ...given, answer: answer.browser }) : { kind: "failed", reason: "invalid" };
    },
  };
}

export const readPost: ReadPost = async (form) => (await verifier()).parseDirectPost(form);
