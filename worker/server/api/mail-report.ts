import type { Context } from "hono";
import { AppError } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

/** A provider has no session; its signature authenticates it (worker/delivery/mail/reports.ts). @throws not_found */
export async function takeMailReport(c: Context<{ Bindings: Env }>): Promise<Response> {
  const { side, domain, now } = edge();
  if (!side.takesMailReports) throw new AppError("not_found");
  await servicesOf(c.env).reports.report(
    { domain, now: now() },
    {
      provider: c.req.query("provider") ?? "",
      timestamp: c.req.header("report-timestamp") ?? "",
      signature: c.req.header("report-signature") ?? "",
      body: await c.req.text(),
    },
  );
  return c.json({ received: true });
}
