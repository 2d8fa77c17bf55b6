import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import { CHAT_PHOTO_PREFIX } from "#worker/delivery/media/links.ts";
import type { VoiceFile } from "#worker/delivery/voices/voice-file.ts";
import { VOICE_LIMITS } from "#worker/delivery/voices/voices.vocabulary.ts";
import type { PhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import type { NewPicture } from "./chat-photos.sql.ts";
import type { ChatPhotosStore } from "./chat-photos.store.ts";
import { checkCaption } from "./message-text.ts";
import type { Partner } from "./partner.sql.ts";
import { messagePriceOf, takesVoice } from "./permission.ts";
import type { Send } from "./send.ts";
import type { contract } from "./send-voice.contract.ts";

interface Deps {
  chatPhotos: Pick<ChatPhotosStore, "find" | "play">;
  files: Pick<PhotoFiles, "keepVoice" | "finish" | "erase">;
  makeVoice(file: Blob, longest: number): Promise<VoiceFile>;
  limits: Limits;
  live: Pick<LiveObjects, "relay">;
  send: Send;
  after(work: Promise<unknown>): void;
}

export function createSendVoice({ chatPhotos, files, makeVoice, limits, live, send, after }: Deps) {
  /** The row decides whether the file stays, also where the outcome of its write is unknown. */
  async function settle(key: string, owner: string): Promise<void> {
    try {
      if (await chatPhotos.find(key)) await files.finish(key, owner);
      else await files.erase(key, owner);
    } catch (error) {
      log("warn", "note of an upload stays", { error });
    }
  }

  return {
    /** @throws forbidden rate_limited */
    async maySendVoice(ctx: MemberContext): Promise<void> {
      if (!ctx.domain.features.voice) throw new AppError("forbidden");
      refuseOver(await limits.check(...limitOf("voices", { member: ctx.viewer.id }), ctx.now));
    },

    /** Idempotent by client id: sent and paid for once. @throws invalid, and the codes of the contract */
    async sendVoice(ctx: MemberContext, input: Input<typeof contract.sendVoice>): Promise<Output<typeof contract.sendVoice>> {
      const { conversation, file, levels, client_id: clientId, sender = ctx.viewer.id } = input;
      if (sender !== ctx.viewer.id) throw new AppError("authentication_required");
      if (!ctx.domain.features.voice) throw new AppError("forbidden");
      const text = checkCaption(input.text ?? "", ctx.domain.settings.message_length);
      const owner = ctx.viewer.id;
      const key = `${CHAT_PHOTO_PREFIX}${newSecret(24)}`;
      let stored: Promise<NewPicture> | null = null;
      const store = async (): Promise<NewPicture> => {
        refuseOver(await limits.hit(...limitOf("voices", { member: owner }), ctx.now));
        const made = await makeVoice(file, VOICE_LIMITS.message);
        await files.keepVoice(key, made, owner);
        const container = made.type === "audio/mp4" ? "m4a" : "webm";
        const voice = { duration: made.duration, levels, container } as const;
        return { key, width: null, height: null, preview: null, hash: null, voice };
      };
      const picture = (target: Partner) => {
        if (!takesVoice(ctx, target)) throw new AppError("forbidden");
        if (!target.conversation?.partnerWrote) throw new AppError("not_answered");
        stored ??= store();
        return stored;
      };
      try {
        return await send(ctx, {
          ...{ by: { conversation }, type: "voice", text, gift: null, clientId, picture },
          ...{ price: messagePriceOf(ctx), agreed: input.price, replyTo: input.reply_to ?? null },
        });
      } finally {
        if (stored) after(settle(key, owner));
      }
    },

    /** Idempotent: the first time counts. Changes nothing for what the member may not hear. */
    async playVoice(ctx: MemberContext, { conversation, seq }: Input<typeof contract.playVoice>): Promise<{ played: true }> {
      const sender = await chatPhotos.play(ctx.viewer.id, conversation, seq, ctx.now);
      // The page of the sender fetches what it may show.
      if (sender) after(live.relay(sender, { type: "changed", conversation, message: null }));
      return { played: true };
    },
  };
}
