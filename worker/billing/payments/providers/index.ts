import type { PaymentProvider, PaymentRef } from "#worker/billing/payments/provider.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { configuredProvider, type ProviderDeps } from "./configured.ts";
import { createSandbox } from "./sandbox.ts";

const SANDBOX = "sandbox";

export interface Providers {
  /** The provider of new orders; null where nothing can be paid. The domain file names it: its secret alone sells nothing. */
  providerOf(domain: Domain): PaymentProvider | null;
  /** The provider of an existing payment, as long as its secret is there, whatever the domain sells with by now. */
  begunWith(payment: { domainId: string; provider: string }): PaymentProvider | null;
}

/** A local build falls back to the sandbox; no deployed build contains it. */
export function createProviders(
  env: Env,
  paymentOf: (provider: string, reference: string) => Promise<PaymentRef | null>,
): Providers {
  const deps: ProviderDeps = { fetch: (url, init) => fetch(url, init), paymentOf };
  const begunWith: Providers["begunWith"] = ({ domainId, provider }) => {
    if (__LOCAL__ && provider === SANDBOX)
      return createSandbox({ store: env.VISITORS, secret: env.MEDIA_SECRET, domainId, port: env.LOCAL_PORT });
    return configuredProvider(env, domainId, provider, deps);
  };
  return {
    begunWith,
    providerOf: ({ id, settings }) => begunWith({ domainId: id, provider: settings.payment_provider ?? SANDBOX }),
  };
}
