import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";

const base64url = (length: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=*$`));
const endpoint = z.url({ protocol: /^https?$/ }).max(1000);

const deviceSchema = z.object({
  id: z.string(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  current: z.boolean(),
  subscribed_at: z.iso.datetime(),
});
export type PushDevice = z.output<typeof deviceSchema>;

export const contract = {
  subscribePush: defineCall({
    method: "POST",
    path: "/api/user.php?push=1",
    /** A `PushSubscription` as JSON. */
    input: z.strictObject({
      endpoint,
      expirationTime: z.number().nullish(),
      keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
      /** The endpoint that `pushsubscriptionchange` ended; forgotten if it is the member's own. */
      replaces: endpoint.optional(),
    }),
    output: z.object({ subscribed: z.literal(true) }),
    refuses: ["forbidden", "conflict"],
    summary: "Keeps this browser's push subscription; of more than ten the oldest are forgotten",
  }),

  pushDevices: defineCall({
    method: "GET",
    path: "/api/push.php",
    input: z.object({}),
    output: z.object({ devices: z.array(deviceSchema) }),
    summary: "Devices that get push messages, this one first",
  }),

  unsubscribePush: defineCall({
    method: "DELETE",
    path: "/api/push.php",
    input: z.strictObject({ device: z.string().max(64).optional() }),
    output: z.object({ unsubscribed: z.literal(true) }),
    summary: "Ends the push messages to a device",
  }),
};
