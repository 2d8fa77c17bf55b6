import type { Context } from "hono";
import { edge } from "../edge/edge.ts";
import { AppError } from "../lib/errors.ts";
import { servicesOf } from "../wiring/index.ts";

/**
 * POST /api/mail-report.php?provider=: a mail provider's report. It comes from a machine, which has no page of ours and no
 * session, so it is no call of the contract: what makes it believed is its signature. See worker/mail/reports.ts.
 * @throws not_found on a domain whose members are an upstream's: there the provider reports to that.
 */
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
