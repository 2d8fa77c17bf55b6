import type { PHOTO_REJECTIONS } from "#db/schema/attributes.ts";

export interface Inspected {
  id: string;
  key: string;
  profileId: string;
  name: string;
  createdAt: number;
}

export type PhotoRefusal = (typeof PHOTO_REJECTIONS)[number];
export type Decision = "active" | PhotoRefusal;
