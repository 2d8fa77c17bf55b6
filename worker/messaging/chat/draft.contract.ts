import { z } from "zod";

/** Of a draft: when it was written, in ms by the server's clock. It grows with each write. */
export const draftVersion = z.int().min(0);

const savedDraftSchema = z.object({
  text: z.string(),
  reply_to: z.int().nullable(),
  version: z.int().default(0),
  client_id: z.string().default(""),
});

/** The draft that is saved now: with another text or client id, the input was not saved. */
export const savedSchema = z.object({ draft: savedDraftSchema.nullable() });

export const draftSchema = z.strictObject({
  profile: z.string().min(1).max(40),
  /** Empty: no draft. */
  text: z.string().max(20_000),
  reply_to: z.int().min(1).nullable().default(null),
  /** Client id of the message that this text becomes; once sent, it is no draft. */
  client_id: z.string().min(8).max(64),
  /** Of the text in ms, at most 30 days: a newer one from another device stays. */
  age: z.int().min(0).max(2_592_000_000).default(0),
  /** Newest draft that this device has shown, 0 for none: an unseen one stays. Left out, the newest text wins. */
  replaces: draftVersion.optional(),
  /** An earlier request may have saved this text, which may have been sent or deleted since: then it stays so. */
  resent: z.boolean().optional(),
});
