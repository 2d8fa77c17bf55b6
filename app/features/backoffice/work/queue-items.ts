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
  /** Other items in hand that this decision ends too: those about the same member, or the same thing. */
  follows?: "member" | "thing";
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

export interface ReadyWords {
  label: string;
  answers: { id: string; title: string; text: string }[];
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
  /** Answers that a press inserts where words are written. */
  ready?: ReadyWords;
  /** Decisions that may be made; default: all. */
  decisions?: string[];
  /** Codes of the reasons that may be chosen; default: all. */
  reasons?: string[];
  /** Items with the same key follow each other's decisions. */
  member?: string;
  thing?: string;
  /** The decided item that this one follows, as rendered by the server. */
  lead?: string;
  /** Address of the picture that is decided about: the list is then a grid of pictures. */
  picture?: string;
}
