import type { Call } from "./call-frames.client.ts";
import type { DeviceProblem } from "./media.client.ts";

/** ready: before a press · asking: for microphone and camera · elsewhere: another tab or device has the call. */
export type Phase =
  | "ready"
  | "asking"
  | "ringing"
  | "incoming"
  | "connecting"
  | "active"
  | "reconnecting"
  | "ended"
  | "elsewhere";

export interface CallState {
  phase: Phase;
  call: Call | null;
  /** Why the last press changed nothing, in the server's words. */
  refusal: { code: string; message: string } | null;
  microphone: DeviceProblem | null;
  camera: DeviceProblem | null;
  muted: boolean;
  /** What is sent: blurred until `shown`; null without a camera. */
  picture: MediaStreamTrack | null;
  shown: boolean;
  severalCameras: boolean;
  theirs: { muted: boolean; camera: boolean; shown: boolean; sound: MediaStreamTrack | null; picture: MediaStreamTrack | null };
  /** In ms, by this device's clock. */
  answeredAt: number | null;
  /** The credits do not pay the next minute. */
  low: boolean;
  weak: boolean;
}

export const BEGINNING: CallState = {
  phase: "ready",
  call: null,
  refusal: null,
  microphone: null,
  camera: null,
  muted: false,
  picture: null,
  shown: false,
  severalCameras: false,
  theirs: { muted: false, camera: false, shown: false, sound: null, picture: null },
  answeredAt: null,
  low: false,
  weak: false,
};
