import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";

const exportSchema = z.object({
  id: z.string(),
  status: z.enum(["queued", "ready", "failed"]),
  /** Bytes; null until ready. */
  size: z.int().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
});

const stateSchema = z.object({
  export: exportSchema.nullable(),
  /** Time of the next allowed request; null means now. */
  next_at: z.iso.datetime().nullable(),
});
export type ExportState = z.output<typeof stateSchema>;

export const contract = {
  dataExport: defineCall({
    method: "GET",
    path: "/api/export.php",
    input: z.object({}),
    output: stateSchema,
    summary: "How far the member's archive of all own data is",
  }),

  requestExport: defineCall({
    method: "POST",
    path: "/api/export.php",
    input: z.strictObject({ password: z.string().max(1024) }),
    output: stateSchema,
    refuses: ["login_blocked"],
    summary: "Begins an archive of everything that is held on the member, once a day",
  }),
};
