import type { Domain } from "#worker/domains/domain-file.ts";
import type { PaymentProvider, PaymentRef } from "#worker/payments/provider.ts";
import { configuredProviders } from "./configured.ts";
import { createSandbox } from "./sandbox.ts";

/** Null where nothing can be paid. A local build falls back to the sandbox; no deployed build contains it. */
export function createProviders(
  env: Env,
  paymentOf: (provider: string, reference: string) => Promise<PaymentRef | null>,
): (domain: Domain) => PaymentProvider | null {
  return ({ id, settings }) => {
    const configured = configuredProviders(env, id, { fetch: (url, init) => fetch(url, init), paymentOf });
    // The domain file names the provider; its secret alone sells nothing.
    if (settings.payment_provider !== null) return configured.find((one) => one.id === settings.payment_provider) ?? null;
    if (__LOCAL__) return createSandbox({ store: env.VISITORS, secret: env.MEDIA_SECRET, domainId: id, port: env.LOCAL_PORT });
    return null;
  };
}
