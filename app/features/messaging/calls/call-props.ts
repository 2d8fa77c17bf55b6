import type { CallOutput } from "#worker/server/calls.ts";
import type { Call } from "./call-frames.client.ts";
import type { ReportParts } from "./call-report.client.tsx";
import type { CallTexts } from "./call-texts.ts";

export interface CallPageProps {
  conversation: string;
  name: string;
  avatar: string | null;
  /** The call that the page found; null before one. */
  found: Call | null;
  /** Null where this member cannot ring: then the page only answers. */
  calls: NonNullable<CallOutput<"chat">["calls"]> | null;
  /** The price and the balance, in words. */
  price: string;
  /** Of the first call: what the two should know before. */
  first: boolean;
  /** Page that sells credits; null where none are sold. */
  buyHref: string | null;
  backHref: string;
  language: string;
  /** In ms: then nobody answers any more. */
  ringFor: number;
  report: ReportParts;
  texts: CallTexts;
}
