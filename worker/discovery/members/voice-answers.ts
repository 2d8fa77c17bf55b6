import type { StoredPrompt } from "#db/schema/attributes.ts";
import { VOICE_ANSWER_PREFIX } from "#worker/delivery/media/links.ts";
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
import type { contract } from "./voice-answers.contract.ts";
import type { VoiceAnswersStore } from "./voice-answers.store.ts";
import { speaks } from "./voice-answers.vocabulary.ts";

type Own = Output<typeof contract.sayAnswer>;

interface Deps {
  store: VoiceAnswersStore;
  files: Pick<PhotoFiles, "keepVoice" | "finish" | "erase">;
  makeVoice(file: Blob, longest: number): Promise<VoiceFile>;
  limits: Limits;
  /** Of the own profile: a new recording waits there for a person, as a text does that looks like fraud. */
  changeAnswers(ctx: MemberContext, change: (prompts: StoredPrompt[]) => Promise<StoredPrompt[]>): Promise<Own>;
}

const ERASED_AT_ONCE = 20;

export function createVoiceAnswers({ store, files, makeVoice, limits, changeAnswers }: Deps) {
  return {
    /** @throws forbidden too_many_requests */
    async maySayAnswer(ctx: MemberContext): Promise<void> {
      if (!speaks(ctx.domain) || ctx.viewer.profile.fictional) throw new AppError("forbidden");
      refuseOver(await limits.check(...limitOf("voiceAnswers", { member: ctx.viewer.id }), ctx.now));
    },

    /** A second recording takes the place of the first once it is approved. @throws invalid, and the codes of the contract */
    async sayAnswer(ctx: MemberContext, { question, file, levels }: Input<typeof contract.sayAnswer>): Promise<Own> {
      const owner = ctx.viewer.id;
      if (!speaks(ctx.domain) || ctx.viewer.profile.fictional) throw new AppError("forbidden");
      let kept: string | null = null;
      const own = await changeAnswers(ctx, async (prompts) => {
        refuseUnanswered(prompts, question);
        refuseOver(await limits.hit(...limitOf("voiceAnswers", { member: owner }), ctx.now));
        const made = await makeVoice(file, VOICE_LIMITS.answer);
        kept = `${VOICE_ANSWER_PREFIX}${newSecret(24)}`;
        // The row first: without it nobody would find the file.
        await store.add({ key: kept, memberId: owner, createdAt: ctx.now });
        await files.keepVoice(kept, made, owner);
        const container = made.type === "audio/mp4" ? "m4a" : "webm";
        return changed(prompts, question, { key: kept, duration: made.duration, levels: levels ?? "", container });
      });
      if (kept) await files.finish(kept, owner);
      return own;
    },

    /** Idempotent. @throws invalid forbidden conflict */
    async removeSpoken(ctx: MemberContext, { question }: Input<typeof contract.removeSpoken>): Promise<Own> {
      // On a site without staff nothing waits: what waits elsewhere would be shown at once.
      if (!speaks(ctx.domain)) throw new AppError("forbidden");
      return changeAnswers(ctx, async (prompts) => {
        refuseUnanswered(prompts, question);
        return changed(prompts, question, undefined);
      });
    },

    /** Erases recordings that no text and no proof names any more. Idempotent. */
    async sweep(): Promise<void> {
      for (const { key, owner } of await store.unwanted(ERASED_AT_ONCE)) {
        try {
          await files.erase(key, owner);
          await store.forget(key);
        } catch (error) {
          log("error", "spoken answer not erased", { member: owner, error });
        }
      }
    },
  };
}

/** @throws invalid */
function refuseUnanswered(prompts: StoredPrompt[], question: string): void {
  if (prompts.some((one) => one.question === question)) return;
  throw new AppError("invalid", { fields: [{ field: "question", code: "unknown_option" }] });
}

function changed(prompts: StoredPrompt[], question: string, voice: StoredPrompt["voice"]): StoredPrompt[] {
  return prompts.map((one) => (one.question === question ? { question, answer: one.answer, ...(voice && { voice }) } : one));
}
