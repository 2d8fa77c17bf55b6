import type { Live } from "#worker/delivery/live/live.ts";
import { announced } from "#worker/delivery/live/live.ts";
import { isByConsent, OPTIONAL, type OptionalKind } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { digestKinds, mayWait } from "#worker/delivery/notifications/paces.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import { addresseeOf } from "#worker/people/identity/viewer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { stoppedKinds, whyNot } from "./kinds.ts";
import { DIGEST, REASONS } from "./kinds.vocabulary.ts";
import type { contract, SentMail } from "./mail.contract.ts";
import type { MailStore } from "./mail.store.ts";
import type { Mails } from "./mails.ts";
import { NO_MAIL } from "./outbox.ts";
import type { LinkType, UnsubscribeLinks } from "./unsubscribe.ts";

const SHOWN = 20;
/** Hidden from the list: its presence shows whether another account owns the address. */
const TO_ANOTHER_ADDRESS = "mail_change";

interface Deps {
  store: MailStore;
  links: UnsubscribeLinks;
  mails: Mails;
  limits: Limits;
  live: Live;
}

export function createMail({ store, links, mails, limits, live }: Deps) {
  return {
    async mails(ctx: MemberContext): Promise<Output<typeof contract.mails>> {
      const silent = ctx.domain.settings.reveal_accounts === "no";
      return { mails: (await store.mailsOf(ctx.viewer.id, silent ? TO_ANOTHER_ADDRESS : null, SHOWN)).map(shown) };
    },

    /** A bounced address gets a trial mail; a new bounce restores the reason. Idempotent. @throws invalid too_many_requests */
    async resumeMails(
      ctx: MemberContext,
      { reason, type }: Input<typeof contract.resumeMails>,
    ): Promise<Output<typeof contract.resumeMails>> {
      const { id, account } = ctx.viewer;
      if (reason === "listunsubscribe") {
        if (!type) throw invalid({ field: "type", code: "required" });
        const types = stoppedKinds(account.notificationsDisabled).filter((one) => one === type);
        if (types.length > 0) await changing(id, () => store.start(id, types, ctx.now));
        return { resumed: true };
      }
      if (!account.notificationsDisabled.includes(reason)) return { resumed: true };
      if (reason === "fbl") {
        await changing(id, () => store.takeBack(id, reason, null));
        return { resumed: true };
      }
      refuseOver(await limits.hit(...limitOf("mailTrials", { account: id }), ctx.now));
      const mail = await mails.trial(ctx, addresseeOf(ctx.viewer));
      await changing(id, () => store.takeBack(id, reason, mail));
      await mails.dispatch(mail.id);
      return { resumed: true };
    },

    /** @throws link_expired */
    async unsubscription(
      ctx: Context,
      { token }: Input<typeof contract.unsubscription>,
    ): Promise<Output<typeof contract.unsubscription>> {
      const { accountId, type } = await read(ctx, token);
      return { type, ...(await effectOf(accountId, type)) };
    },

    /** Idempotent. @throws link_expired */
    async unsubscribe(
      ctx: Context,
      { token, all }: Input<typeof contract.unsubscribe>,
    ): Promise<Output<typeof contract.unsubscribe>> {
      const { accountId, type } = await read(ctx, token);
      const { stopped: before, kinds } = await effectOf(accountId, type);
      const types = (all ? OPTIONAL : kinds).filter((one) => !before.includes(one));
      if (types.length > 0) await changing(accountId, () => store.stop(accountId, types, ctx.now));
      return { stopped: OPTIONAL.filter((one) => before.includes(one) || types.includes(one)) };
    },
  };

  async function read(ctx: Context, token: string) {
    const link = await links.read(ctx.domain.id, token);
    if (!link) throw new AppError("link_expired");
    return link;
  }

  /** What nobody agreed to is not stopped, but where the link is of that kind. */
  async function effectOf(accountId: string, type: LinkType): Promise<Record<"stopped" | "kinds", OptionalKind[]>> {
    const chosen = await store.choicesOf(accountId);
    if (!chosen) throw new AppError("link_expired");
    const stopped = OPTIONAL.filter((kind) => {
      if (isByConsent(kind) && kind !== type) return false;
      return whyNot(kind, { status: "active", disabled: [], channels: chosen.channels, paused: false }) !== null;
    });
    if (type !== DIGEST) return { stopped, kinds: [type] };
    const waiting = digestKinds(chosen);
    // The digest is older than the choice of another pace: what it told of comes by other mails now.
    return { stopped, kinds: waiting.length > 0 ? waiting : OPTIONAL.filter((kind) => mayWait(kind, "mail")) };
  }

  async function changing(accountId: string, write: () => Promise<void>): Promise<void> {
    await announced(live, [accountId], write);
    await live.tell(accountId, { events: [], changed: ["user"] });
  }
}

function shown(row: Awaited<ReturnType<MailStore["mailsOf"]>>[number]): SentMail {
  return {
    id: row.id,
    template: row.template,
    created_at: iso(row.createdAt),
    status: row.status,
    attempts: row.attempts,
    reason: reasonOf(row),
    sent_at: row.sentAt === null ? null : iso(row.sentAt),
    next_try_at: row.status === "queued" && row.lastError !== null ? iso(row.nextAttemptAt) : null,
  };
}

const SKIPPED = ["off", "paused", "seen", "inactive", ...REASONS] as const;

function reasonOf({ status, lastError }: { status: string; lastError: string | null }): SentMail["reason"] {
  if (lastError === null || status === "sent") return null;
  if (status === "skipped") return SKIPPED.find((reason) => reason === lastError) ?? "off";
  return lastError === NO_MAIL ? "address" : "provider";
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
