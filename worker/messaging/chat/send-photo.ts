import { CHAT_PHOTO_PREFIX } from "#worker/delivery/media/links.ts";
import type { Comparison } from "#worker/discovery/photos/comparison.ts";
import type { PhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import type { PictureMaker } from "#worker/discovery/photos/picture-maker.ts";
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
import { messagePriceOf } from "./permission.ts";
import type { Send } from "./send.ts";
import type { contract } from "./send-photo.contract.ts";

export interface PhotoDeps {
  chatPhotos: Pick<ChatPhotosStore, "find">;
  pictures: Pick<PhotoFiles, "keep" | "finish" | "erase">;
  makePicture: PictureMaker;
  compare: Comparison;
  limits: Limits;
  send: Send;
  after(work: Promise<unknown>): void;
}

export function createSendPhoto({ chatPhotos, pictures, makePicture, compare, limits, send, after }: PhotoDeps) {
  /** The row decides whether the picture stays, also where the outcome of its write is unknown. */
  async function settle(key: string, owner: string, stored: Promise<NewPicture>): Promise<void> {
    try {
      const photo = await chatPhotos.find(key);
      if (photo) await pictures.finish(key, owner);
      else await pictures.erase(key, owner);
      const hash = photo && (await stored).hash;
      if (hash) await compare(photo.id, photo.pool, hash);
    } catch (error) {
      log("warn", "note of an upload stays", { error });
    }
  }

  return {
    async maySendPhoto(ctx: MemberContext): Promise<void> {
      refuseOver(await limits.check(...limitOf("chatPhotos", { member: ctx.viewer.id }), ctx.now));
    },

    /** Idempotent by client id: sent and paid for once. @throws invalid, and the codes of the contract */
    async sendPhoto(ctx: MemberContext, input: Input<typeof contract.sendPhoto>): Promise<Output<typeof contract.sendPhoto>> {
      const { conversation, file, client_id: clientId, sender = ctx.viewer.id } = input;
      if (sender !== ctx.viewer.id) throw new AppError("authentication_required");
      const text = checkCaption(input.text ?? "", ctx.domain.settings.message_length);
      const owner = ctx.viewer.id;
      const key = `${CHAT_PHOTO_PREFIX}${newSecret(24)}`;
      let stored: Promise<NewPicture> | null = null;
      const store = async () => {
        const made = await makePicture(file, () => limits.hit(...limitOf("chatPhotos", { member: owner }), ctx.now));
        await pictures.keep(key, made, owner);
        return { key, ...made.size, preview: made.preview, hash: made.hash };
      };
      const picture = ({ conversation: begun }: Partner) => {
        if (!begun?.partnerWrote) throw new AppError("not_answered");
        stored ??= store();
        return stored;
      };
      try {
        return await send(ctx, {
          by: { conversation },
          type: "photo",
          text,
          gift: null,
          price: messagePriceOf(ctx),
          clientId,
          replyTo: input.reply_to ?? null,
          agreed: input.price,
          fictionalKnown: input.fictional_known === "true",
          draftVersion: input.draft_version,
          picture,
        });
      } finally {
        if (stored) after(settle(key, owner, stored));
      }
    },
  };
}
