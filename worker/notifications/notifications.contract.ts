import { z } from "zod";
import { defineCall } from "#worker/lib/call.ts";
import { isPushService } from "./push-services.vocabulary.ts";

const base64url = (length: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=*$`));

export const contract = {
  subscribePush: defineCall({
    method: "POST",
    path: "/api/user.php?push=1",
    /** A `PushSubscription` as JSON. */
    input: z.strictObject({
      endpoint: z
        .url({ protocol: /^https$/, hostname: z.regexes.domain })
        .max(1000)
        .refine(isPushService),
      expirationTime: z.number().nullish(),
      /** 65 and 16 bytes. */
      keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
    }),
    output: z.object({ subscribed: z.literal(true) }),
    refuses: ["forbidden"],
    summary: "Keeps this browser's push subscription; of more than ten the oldest are forgotten",
  }),
};
