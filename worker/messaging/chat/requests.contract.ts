import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";
import { chatRowSchema } from "./chat.contract.ts";

export const contract = {
  requests: defineCall({
    method: "GET",
    path: "/api/requests.php",
    input: z.strictObject({ cursor: z.string().max(400).optional() }),
    output: z.object({ requests: z.array(chatRowSchema), cursor: z.string().nullable(), total: z.int() }),
    summary: "First messages that wait until the member accepts or declines them, newest first, 30 a page",
  }),

  answerRequest: defineCall({
    method: "POST",
    path: "/api/requests.php",
    input: z.strictObject({ conversation: z.string().min(1).max(40), answer: z.enum(["accept", "decline"]) }),
    output: z.object({ requests: z.int(), unread_messages: z.int() }),
    refuses: ["not_found", "conflict"],
    summary:
      "Accepts a request, also one that was declined, which makes it a chat, or declines it: its sender is not told and cannot write again",
  }),
};
