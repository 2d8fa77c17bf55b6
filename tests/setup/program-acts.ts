import type { StaffObject } from "#db/schema/attributes.ts";
import type { StaffContext, StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { newId } from "#worker/platform/ids.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { runSql } from "./actions.ts";
import { bothFactors } from "./staff-codes.ts";

type Made = [input: object, action: string, object: StaffObject, id: string | null];

export interface Tools<A> {
  simple(make: (ctx: StaffMemberContext) => Promise<Made>): () => Promise<A>;
  confirmedFor(ctx: StaffMemberContext, input: object): Promise<object>;
  backendOf(ctx: StaffContext): StaffBackend;
}

const TOKEN = { name: "Mail", site: "", days: 1, orders: "on" };
/** Nobody listens there. */
const addressOf = (id: string) => `http://localhost:99/${id}`;

/** Acts about webhooks and tokens. */
export function programActs<A>({ simple, confirmedFor, backendOf }: Tools<A>) {
  /** Of an operator about a webhook, with one delivery that failed. */
  const aboutWebhook = (input: object, action: string) =>
    simple(async (ctx) => {
      const id = newId();
      await runSql(
        "INSERT INTO webhooks (id, url, events, secret, created_by, created_at) VALUES (?1, ?2, '[]', '', '', 1)",
        ...[id, addressOf(id)],
      );
      await runSql(
        "INSERT INTO webhook_deliveries (id, webhook_id, event, at, status, next_at) VALUES (?1, ?1, 'order.paid', 1, 'failed', 1)",
        id,
      );
      const proofs = action.startsWith("rotate") ? await bothFactors(ctx.viewer.id) : {};
      return [{ id, ...input, ...proofs }, action, "deployment", id];
    });
  return {
    addWebhook: simple(async (ctx) => {
      const input = { url: addressOf(newId()), site: "", "order.paid": "on" };
      return [await confirmedFor(ctx, input), "add webhook", "deployment", "*"];
    }),
    rotateWebhookSecret: aboutWebhook({}, "rotate webhook secret"),
    switchWebhook: aboutWebhook({ to: "off" }, "switch webhook"),
    removeWebhook: aboutWebhook({}, "remove webhook"),
    testWebhook: aboutWebhook({}, "test webhook"),
    replayWebhook: aboutWebhook({}, "replay webhook"),
    addApiToken: simple(async (ctx) => [await confirmedFor(ctx, TOKEN), "add token", "deployment", "*"]),
    revokeApiToken: simple(async (ctx) => {
      const { id } = await backendOf(ctx).addApiToken((await confirmedFor(ctx, TOKEN)) as never);
      return [{ id }, "revoke token", "deployment", id];
    }),
  };
}
