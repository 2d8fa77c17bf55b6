import type { ReactNode } from "react";

export interface Choice {
  decision: string;
  /** The key that makes it. */
  key: string;
  label: string;
  done: string;
  /** Said once it can no longer be undone. A link then leads to the outcome. Default: `done`. */
  fixed?: string;
  danger?: boolean;
  reasons: { code: string; label: string }[];
  words?: Writing;
}

interface Writing {
  label: string;
  hint: string;
  /** Characters. */
  max: number;
  required: boolean;
  /** Button label of a decision without reasons; otherwise the reason's button sends it. */
  submit?: string;
}

export interface QueueItem {
  id: string;
  label: string;
  /** For the list: the member and the reason. */
  who: string;
  why: string;
  /** Address of a picture of the member. */
  face: string | null;
  /** ISO 8601. */
  due: string;
  /** What is decided about. */
  body: ReactNode;
  /** Who it is about. */
  person: ReactNode;
  decision: string | null;
  /** Written before the decision was taken back. */
  words?: string | null;
  /** The last decision, made without scripts, and what is wrong with its words. */
  refused?: { decision: string; error: string | null };
  /** Codes of the reasons that may be chosen; default: all. */
  reasons?: string[];
}
