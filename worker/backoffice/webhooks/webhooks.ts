import type { z } from "zod";
import { WEBHOOK_EVENTS } from "#db/schema/operator-codes.ts";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { Confirmation } from "#worker/backoffice/staff/confirmation.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { webhookAddress } from "./address.ts";
import type { DeliveryRow } from "./deliveries.store.ts";
import type { Deliveries } from "./deliveries.ts";
import { newWebhookSecret } from "./signature.ts";
import type { contract } from "./webhooks.contract.ts";
import type { WebhooksStore } from "./webhooks.store.ts";
import { MOST_WEBHOOKS, shownSecret } from "./webhooks.vocabulary.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: WebhooksStore;
  deliveries: Pick<Deliveries, "trial" | "sweep" | "seal" | "oldUntil">;
  confirmation: Pick<Confirmation, "bothFactors">;
  limits: Limits;
  cursors: Cursors;
  after(work: Promise<unknown>): void;
  local: boolean;
}

const PAGE = 50;

/** For operators: where events go, and what became of them. */
export function createWebhooks({ store, deliveries, confirmation, limits, cursors, after, local }: Deps) {
  const counted = async ({ viewer, now }: StaffMemberContext) =>
    refuseOver(await limits.hit(...limitOf("staffWebhooks", { staff: viewer.id }), now));
  const noted = (ctx: StaffMemberContext, action: string, id: string, reason: string | null = null) =>
    auditRow(ctx, { action, object: "deployment", id, reason });

  async function mustBeOn(id: string): Promise<void> {
    const state = (await store.state(id)) ?? notFound();
    if (!state.on) throw new AppError("conflict");
  }

  return {
    async webhooks({ now }: StaffMemberContext): Promise<Output<"webhooks">> {
      const { found, sites } = await store.list();
      return {
        sites,
        webhooks: found.map(
          ({ id, url, domainId, events, by, createdAt, disabledFor, failingSince, oldUntil, waiting, failed }) => ({
            ...{ id, url, site: domainId, events: JSON.parse(events), by, made_at: iso(createdAt), disabled_for: disabledFor },
            failing_since: maybe(failingSince),
            old_secret_until: oldUntil !== null && oldUntil > now ? iso(oldUntil) : null,
            ...{ waiting, failed },
          }),
        ),
      };
    },

    /** @throws not_found invalid */
    async webhookLog(_: StaffMemberContext, { id, state, after: cursor }: Input<"webhookLog">): Promise<Output<"webhookLog">> {
      const key = cursor === undefined ? null : cursors.decode(cursor, ["number", "string"], `webhook ${id}`);
      const rows = (await store.log(id, state ?? null, key, PAGE + 1)) ?? notFound();
      const shown = rows.slice(0, PAGE);
      const last = shown.at(-1);
      const next = last && rows.length > PAGE ? cursors.encode([last.at, last.id], `webhook ${id}`) : null;
      return { deliveries: shown.map(lineOf), next };
    },

    /** @throws invalid conflict too_many_requests login_blocked passkey_failed */
    async addWebhook(ctx: StaffMemberContext, input: Input<"addWebhook">): Promise<Output<"addWebhook">> {
      await counted(ctx);
      const url = webhookAddress(input.url, local);
      if (url === null) throw invalid({ field: "url", code: "invalid_format" });
      const events = WEBHOOK_EVENTS.filter((name) => name !== "webhook.test" && input[name] === "on");
      if (events.length === 0) throw invalid({ field: "events", code: "required" });
      const { sites } = await store.list();
      if (input.site !== "" && !sites.some(({ id }) => id === input.site))
        throw invalid({ field: "site", code: "unknown_option" });
      await confirmation.bothFactors(ctx, input);
      const [id, secret] = [newId(), newWebhookSecret()];
      const row = {
        ...{ id, domainId: input.site || null, url, events, secret: await deliveries.seal(id, secret) },
        ...{ createdBy: ctx.viewer.id, createdAt: ctx.now },
        ...{ oldSecret: null, oldUntil: null, disabledAt: null, disabledFor: null, failingSince: null, toldAt: null },
      };
      if (!(await store.add(row, MOST_WEBHOOKS, noted(ctx, "add webhook", id)))) throw new AppError("conflict");
      return { id, secret: shownSecret(secret) };
    },

    /** @throws not_found too_many_requests login_blocked passkey_failed */
    async rotateWebhookSecret(
      ctx: StaffMemberContext,
      input: Input<"rotateWebhookSecret">,
    ): Promise<Output<"rotateWebhookSecret">> {
      await counted(ctx);
      const { id } = input;
      if (!(await store.state(id))) notFound();
      await confirmation.bothFactors(ctx, input);
      const secret = newWebhookSecret();
      const sealed = await deliveries.seal(id, secret);
      const audit = noted(ctx, "rotate webhook secret", id);
      if (!(await store.rotate(id, sealed, deliveries.oldUntil(ctx.now), audit))) notFound();
      return { id, secret: shownSecret(secret) };
    },

    /** Idempotent. What happens while it is off is not kept; what waited goes out later. @throws not_found too_many_requests */
    async switchWebhook(ctx: StaffMemberContext, { id, to }: Input<"switchWebhook">): Promise<Output<"switchWebhook">> {
      await counted(ctx);
      if (!(await store.switch(id, to === "on", ctx.now, noted(ctx, "switch webhook", id, to)))) notFound();
      return {};
    },

    /** @throws not_found too_many_requests */
    async removeWebhook(ctx: StaffMemberContext, { id }: Input<"removeWebhook">): Promise<Output<"removeWebhook">> {
      await counted(ctx);
      if (!(await store.remove(id, noted(ctx, "remove webhook", id)))) notFound();
      return {};
    },

    /** @throws not_found conflict (it is off) too_many_requests */
    async testWebhook(ctx: StaffMemberContext, { id }: Input<"testWebhook">): Promise<Output<"testWebhook">> {
      await counted(ctx);
      await mustBeOn(id);
      await store.noted(noted(ctx, "test webhook", id));
      return { delivered: await deliveries.trial(id, ctx.now) };
    },

    /** @throws not_found conflict (it is off) too_many_requests */
    async replayWebhook(ctx: StaffMemberContext, { id, delivery }: Input<"replayWebhook">): Promise<Output<"replayWebhook">> {
      await counted(ctx);
      await mustBeOn(id);
      const again = await store.replay(id, delivery ?? null, ctx.now, noted(ctx, "replay webhook", id, delivery ?? "failed"));
      if (again === 0 && delivery !== undefined) notFound();
      after(deliveries.sweep(ctx.now));
      return { again };
    },
  };
}

function lineOf({ status, nextAt, ...row }: DeliveryRow): Output<"webhookLog">["deliveries"][number] {
  return {
    ...{ id: row.id, event: row.event, site: row.domainId, member: row.memberId, object: row.objectId, at: iso(row.at) },
    ...{ state: status, attempts: row.attempts, answer: row.answer, error: row.error },
    ...{ next_at: status === "waiting" ? iso(nextAt) : null, done_at: maybe(row.doneAt) },
  };
}

function notFound(): never {
  throw new AppError("not_found");
}

const iso = (at: number) => new Date(at).toISOString();
const maybe = (at: number | null) => (at === null ? null : iso(at));
