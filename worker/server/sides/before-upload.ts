import type { MemberContext } from "#worker/people/identity/context.ts";
import type { CallName } from "#worker/server/calls.ts";
import type { Services } from "#worker/server/wiring/index.ts";

type Question = (services: Services, ctx: MemberContext) => Promise<void>;

/**
 * What a rule can refuse before it has the input: a large body costs even if it is refused. Each `multipart` call has a row; null where only
 * the limits of the call can refuse.
 */
export const BEFORE_UPLOAD: Partial<Record<CallName, Question | null>> = {
  addPhoto: ({ photos }, ctx) => photos.mayAdd(ctx),
  verify: ({ verifications }, ctx) => verifications.mayVerify(ctx),
  sendAgeCheck: ({ ageChecks }, ctx) => ageChecks.maySendAgeCheck(ctx),
  sendVoice: ({ chat }, ctx) => chat.maySendVoice(ctx),
  sayAnswer: ({ voiceAnswers }, ctx) => voiceAnswers.maySayAnswer(ctx),
  sendPhoto: ({ chat }, ctx) => chat.maySendPhoto(ctx),
  // A report is taken where its pictures are not.
  reportCall: null,
  // Anybody may send one.
  pictureNotice: null,
};
