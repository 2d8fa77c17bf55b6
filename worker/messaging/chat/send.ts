import type { Built, Row } from "#db/raw.ts";
import { spendRefusal } from "#worker/billing/wallet/spend.ts";
import type { LiveEvent, Snapshot } from "#worker/delivery/live/live.protocol.ts";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import { signalsOf } from "#worker/discovery/signals/detect.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { takePrefetched } from "#worker/platform/prefetch.ts";
import { sendOf } from "#worker/platform/send-key.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import type { CachedFacts, FactsCache } from "./cached-facts.ts";
import type { contract } from "./chat.contract.ts";
import type { ChatStore, Sent } from "./chat.store.ts";
import type { NewPicture } from "./chat-photos.sql.ts";
import type { Deliveries } from "./deliveries.ts";
import { isRequest } from "./first-messages.ts";
import { receiptsIn } from "./marks.ts";
import type { MessageRow } from "./message.sql.ts";
import type { MessageArchive } from "./message-archive.ts";
import { checkText } from "./message-text.ts";
import { excerptOf, hides, messageOf, NOTHING, type Shows, seenOf, showsOf, sightOf } from "./message-view.ts";
import type { Draft } from "./new-message.sql.ts";
import type { NewOpener } from "./opener.sql.ts";
import { openerOf, withOpener } from "./openers.ts";
import { type Facts, isSame, type Parcel } from "./parcel.ts";
import type { Partner, With } from "./partner.sql.ts";
import {
  freeLimits,
  icebreakerPriceOf,
  isAtDesk,
  lacksOf,
  limitsOf,
  messagePriceOf,
  priceTo,
  reachable,
  refuse,
  refuseDearer,
  refuseFictional,
  refuseUnknowing,
  withOf,
} from "./permission.ts";
import { withQuote, withQuotes } from "./quotes.ts";
import { announceRequest } from "./request-news.ts";

/** Concurrent messages may take the same seq; the loser retries. */
const TRIES = 5;

interface Deps {
  store: Pick<ChatStore, "preparation" | "readPrepared" | "prepare" | "send">;
  factsCache: FactsCache;
  archive: Pick<MessageArchive, "find" | "read">;
  live: Pick<LiveObjects, "suspendSnapshots" | "tell">;
  deliveries: Pick<Deliveries, "add" | "waiting" | "drop">;
  after(work: Promise<unknown>): void;
}

type SendInput = Input<typeof contract.sendMessage>;

interface Written {
  opener: NewOpener | null;
  photo: NewPicture | null;
  quoted: MessageRow | null;
  unchanged: Built[];
}

export type Send = ReturnType<typeof createSend>["send"];

export function createSend({ store, factsCache, archive, live, deliveries, after }: Deps) {
  return {
    send,

    /** The first reads of `sendMessage`, with the limits of a free member. */
    prefetchSend(
      memberId: string,
      { conversation, profile, client_id, reply_to }: SendInput,
      { settings, at }: { settings: Settings; at: number },
    ) {
      if (conversation === undefined && profile === undefined) return [];
      return store.preparation(
        memberId,
        withOf({ conversation, profile }),
        freeLimits(settings, at),
        sendOf(client_id),
        reply_to ?? null,
        seenOf(settings, at),
      );
    },

    /** Null for a message that needs facts beside those of viewer and receiver. */
    cachedFacts(
      tokenHash: string,
      { conversation, profile, icebreaker, reply_to }: SendInput,
      { domain, at }: { domain: Pick<Domain, "id">; at: number },
    ): CachedFacts | null {
      if (icebreaker !== undefined || reply_to !== undefined || (conversation ?? profile) === undefined) return null;
      return factsCache.read({ tokenHash, domainId: domain.id, by: withOf({ conversation, profile }) }, at);
    },

    /** Idempotent by client id. A refusal by cached facts is no answer. @throws invalid, and the codes of the contract */
    async sendMessage(
      ctx: MemberContext,
      input: Input<typeof contract.sendMessage>,
    ): Promise<Output<typeof contract.sendMessage>> {
      const { icebreaker, client_id: clientId, sender = ctx.viewer.id } = input;
      if (sender !== ctx.viewer.id) throw new AppError("authentication_required");
      const known = { clientId, fictionalKnown: input.fictional_known, agreed: input.price };
      const parcel = { by: withOf(input), gift: null, ...known, facts: factsOf(ctx, input) };
      if (icebreaker !== undefined) {
        if (input.text !== undefined) throw invalid({ field: "text", code: "unknown_field" });
        if (input.reply_to !== undefined) throw invalid({ field: "reply_to", code: "unknown_field" });
        const text = ctx.t(`chat.icebreaker.lines.${icebreaker}`);
        return send(ctx, { ...parcel, type: "icebreaker", text, price: icebreakerPriceOf(ctx) }, input.profile);
      }
      const text = checkText(input.text ?? "", ctx.domain.settings.message_length);
      const { reply_to: replyTo = null, draft_version: draftVersion } = input;
      return send(ctx, { ...parcel, type: "text", text, price: messagePriceOf(ctx), replyTo, draftVersion }, input.profile);
    },
  };

  /** Sends every kind of message. `profile` must be the receiver, if given. */
  async function send(ctx: MemberContext, parcel: Parcel, profile?: string): Promise<Output<typeof contract.sendMessage>> {
    const { by, clientId, replyTo = null } = parcel;
    refuseFictional(ctx);
    for (let attempt = 1; ; attempt++) {
      const facts = attempt === 1 ? parcel.facts : null;
      const prepared =
        facts?.prepared ??
        (await store.prepare(ctx.viewer.id, by, limitsOf(ctx), sendOf(clientId), replyTo, seenOf(ctx.domain.settings, ctx.now)));
      const { target: found, sent: recent, archived, quoted } = prepared;
      const sent = recent ?? (archived ? await findArchived(ctx.viewer.id, clientId, found) : null);
      if (sent) {
        if (!isSame(sent, parcel)) throw new AppError("idempotency_conflict");
        // The first event may be lost; browsers ignore a repeated seq.
        const isTold = found && (found.conversation?.partnerRequest || receiptsIn(sent, showsOf(ctx, found).marks).deliveredAt);
        if (!isTold) after(announceAgain(ctx, sent, sent.partnerId));
        // An earlier attempt of this request was paid after the viewer was read.
        const whole = found ? await withQuote(archive, sent, found, ctx.viewer.id) : sent;
        return {
          message: messageOf(whole, ctx.viewer.id, found ? showsOf(ctx, found) : NOTHING, sightOf(ctx, sent.seq), ctx.image),
          credits: ctx.viewer.account.credits - (attempt > 1 ? sent.price : 0),
        };
      }
      const target = reachable(ctx, found);
      if (profile !== undefined && profile !== target.card.id) throw new AppError("not_found");
      if (parcel.type === "icebreaker" && target.conversation) throw new AppError("conflict");
      const price = priceTo(target, ctx, parcel.price);
      refuseDearer({ ...parcel, price });
      refuse(ctx, target, { ...parcel, price }, lacksOf(parcel, target));
      refuseUnknowing(ctx, target, { ...parcel, price });
      const old = replyTo !== null && !quoted ? await archivedAt(ctx, target, replyTo) : null;
      if (replyTo !== null && !quoted && !old) throw invalid({ field: "reply_to", code: "unknown_option" });
      const isOpener = parcel.type === "text" && !target.conversation;
      const opener = isOpener ? openerOf(ctx, parcel.text, target.card.name, prepared.openers) : null;
      const photo = (await parcel.picture?.(target)) ?? null;
      const unchanged = facts && "compare" in facts ? facts.compare(limitsOf(ctx), ctx.now) : [];
      const outcome = await write(ctx, target, { ...parcel, price }, { opener, photo, quoted: old, unchanged });
      if (outcome && facts) cacheFacts(ctx, by, facts);
      if (outcome) return outcome;
      if (attempt === TRIES || ctx.cachedFacts) throw new AppError("conflict", { retryAfter: 1 });
    }
  }

  /** @throws idempotency_conflict if another conversation has the message */
  async function findArchived(self: string, clientId: string, target: Partner | null) {
    const { id, archivedSeq } = target?.conversation ?? { id: "", archivedSeq: 0 };
    const row = archivedSeq > 0 ? await archive.find(id, self, clientId, archivedSeq) : null;
    if (!row || !target) throw new AppError("idempotency_conflict");
    return { ...row, partnerId: target.card.id };
  }

  async function archivedAt(ctx: MemberContext, { conversation }: Partner, seq: number): Promise<MessageRow | null> {
    if (!conversation || seq > conversation.archivedSeq) return null;
    const { newest, oldest } = seenOf(ctx.domain.settings, ctx.now);
    if (seq <= Math.max(conversation.removedSeq, newest === undefined ? 0 : conversation.lastSeq - newest)) return null;
    const { quoted } = await archive.read(conversation.id, { range: null, seqs: [seq], changes: null }, conversation.archivedSeq);
    const [row] = quoted;
    return row && row.createdAt >= oldest && !hides(row, ctx.viewer.id) ? row : null;
  }

  /** Null if the state changed since the rule's check. */
  async function write(
    ctx: MemberContext,
    target: Partner,
    parcel: Parcel,
    { opener, photo, quoted, unchanged }: Written,
  ): Promise<Output<typeof contract.sendMessage> | null> {
    const [self, partner] = [ctx.viewer.id, target.card.id];
    const { clientId, type, text, gift, price } = parcel;
    const draft: Draft = {
      id: newId(),
      senderId: self,
      partnerId: partner,
      conversation: target.conversation?.id ?? null,
      newConversation: newId(),
      clientId,
      ...{ type, text, gift },
      photo,
      // The list names a gift in the reader's language.
      excerpt: gift ? "" : excerptOf(text),
      price,
      replyTo: parcel.replyTo ?? null,
      draftVersion: parcel.draftVersion,
      opener,
      takesFirst: target.first?.stored ?? null,
      request: isRequest(target.card, target.first),
      signals: withOpener(signalsOf(text), opener),
      delivered: target.conversation && deliveries.waiting(partner, target.conversation.id),
      desk: isAtDesk(target, ctx) ? { item: newId(), domainId: ctx.domain.id, pool: ctx.domain.pool } : null,
      now: ctx.now,
    };
    try {
      await Promise.all([live.suspendSnapshots(partner), live.suspendSnapshots(self)]);
      const limits = limitsOf(ctx, target);
      const written = await store.send(draft, draft.desk ? { ...limits, free: null } : limits, unchanged);
      if (!written) return null;
      if (draft.delivered) deliveries.drop(draft.delivered);
      const [message = written.message] = withQuotes([written.message], quoted ? [quoted] : [], target, self);
      const sent = { ...written, message };
      const shows = showsOf(ctx, target);
      const waits = target.conversation ? target.conversation.partnerRequest !== null : draft.request;
      after(waits ? announceRequest({ live, deliveries }, ctx, partner, sent, shows) : announce(ctx, partner, sent, shows));
      return {
        message: messageOf(
          sent.message,
          self,
          { ...NOTHING, fictional: shows.fictional },
          sightOf(ctx, sent.message.seq),
          ctx.image,
        ),
        credits: sent.credits,
      };
    } catch (error) {
      const violation = violationOf(error);
      if (!violation) throw error;
      const refusal = spendRefusal(violation);
      if (refusal) throw new AppError(refusal, { params: lacksOf(parcel, target) });
      return null;
    }
  }

  /** The partner first; then the sender's own devices, with what became of it. */
  async function announce(ctx: MemberContext, partner: string, sent: Sent, shows: Shows): Promise<void> {
    const self = ctx.viewer.id;
    const { message } = sent;
    const { conversationId: conversation, seq, createdAt: at } = message;
    const eventFor = (reader: string): LiveEvent => ({
      type: "message",
      conversation,
      message: messageOf(message, reader, shows, sightOf(ctx, seq)),
    });
    const news = { changed: ["user", "chats"] satisfies Snapshot[], write: { from: at, until: Date.now() } };
    const { reached } = await live.tell(partner, {
      ...news,
      events: [eventFor(partner)],
      counters: sent.partner,
      devices: sent.devices,
    });
    if (reached) deliveries.add({ reader: partner, conversation, seq, at });
    const delivered: LiveEvent[] = reached && shows.online ? [{ type: "delivered", conversation, seq }] : [];
    await live.tell(self, { ...news, events: [eventFor(self), ...delivered], counters: sent.sender });
  }

  /** Null for rows of another member. Also if a paying member starts a conversation: the limits differ. @throws conflict */
  function factsOf(ctx: MemberContext, input: SendInput): Facts | null {
    if (ctx.cachedFacts) {
      const cached = factsCache.take({ tokenHash: ctx.viewer.tokenHash, domainId: ctx.domain.id, by: withOf(input) }, ctx.now);
      if (!cached) throw new AppError("conflict");
      return cached;
    }
    const rows = takePrefetched(ctx, "sendMessage", input);
    const prepared = rows && store.readPrepared(rows);
    if (!rows || !prepared || (ctx.viewer.account.paidUser && !prepared.target?.conversation)) return null;
    return { prepared, row: rows[0]?.[0] as Row };
  }

  function cacheFacts(ctx: MemberContext, by: With, facts: Facts): void {
    if ("row" in facts) factsCache.store(ctx, by, facts.prepared, facts.row);
    else factsCache.putBack(facts, ctx.now);
  }

  async function announceAgain(ctx: MemberContext, message: MessageRow, partner: string): Promise<void> {
    const { conversationId: conversation, seq } = message;
    await live.tell(partner, {
      events: [{ type: "message", conversation, message: messageOf(message, partner, NOTHING, sightOf(ctx, seq)) }],
      changed: ["user", "chats"],
      write: { from: ctx.now, until: Date.now() },
    });
  }
}
