import type { StaffRole } from "#db/schema/attributes.ts";

export interface StaffViewer {
  id: string;
  name: string;
  email: string;
  role: StaffRole;
  tokenHash: string;
  /** Ms. */
  expiresAt: number;
}
