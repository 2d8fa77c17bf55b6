import { type Blurred, blurred } from "./blur.client.ts";

const SOUND = { echoCancellation: true, noiseSuppression: true } as const;
/** Pixels and frames per second: enough for a face, at half the data of a camera's default. */
const PICTURE = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { max: 24 } } as const;
/** The same on a connection on which the member saves data. */
const SMALL = { width: { ideal: 320 }, height: { ideal: 240 }, frameRate: { max: 15 } } as const;

export type DeviceProblem = "denied" | "missing" | "used" | "unable";
export type CameraOutcome = "on" | DeviceProblem;

export interface MediaDeps {
  devices: Pick<MediaDevices, "getUserMedia" | "enumerateDevices"> | undefined;
  blur(track: MediaStreamTrack): Blurred;
  savesData: boolean;
  /** The device took a track away: unplugged, or stopped in the browser's own menu. */
  onLost(kind: "audio" | "video"): void;
}

export function browserMedia(onLost: MediaDeps["onLost"]): Media {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  // WebKitGTK has devices without connections.
  const devices = typeof RTCPeerConnection === "undefined" ? undefined : navigator.mediaDevices;
  return new Media({ devices, blur: blurred, savesData: connection?.saveData === true, onLost });
}

/** Microphone and camera of a call. The sharp picture is given to nobody before `show`. */
export class Media {
  microphone: MediaStreamTrack | null = null;
  camera: MediaStreamTrack | null = null;
  shown = false;
  #blurred: Blurred | null = null;
  #facing: "user" | "environment" = "user";
  #closed = false;
  readonly #deps: MediaDeps;

  constructor(deps: MediaDeps) {
    this.#deps = deps;
  }

  /** What the other side may see now; null without a camera. */
  get picture(): MediaStreamTrack | null {
    return this.shown ? this.camera : (this.#blurred?.track ?? null);
  }

  /** One question of the browser for both, and one wait. Each alone where that fails: a call needs no camera. */
  async openBoth(): Promise<{ microphone: DeviceProblem | null; camera: CameraOutcome | null }> {
    const stream = this.microphone ? "used" : await this.#ask({ audio: SOUND, video: this.#pictureOf() });
    if (typeof stream !== "string") return { microphone: this.#takeMicrophone(stream), camera: this.#takeCamera(stream) };
    const microphone = await this.openMicrophone();
    return { microphone, camera: microphone ? null : await this.openCamera() };
  }

  /** Null if the microphone is there. */
  async openMicrophone(): Promise<DeviceProblem | null> {
    if (this.microphone) return null;
    const stream = await this.#ask({ audio: SOUND });
    return typeof stream === "string" ? stream : this.#takeMicrophone(stream);
  }

  async openCamera(wanted?: MediaTrackConstraints): Promise<CameraOutcome> {
    const stream = await this.#ask({ video: this.#pictureOf(wanted) });
    return typeof stream === "string" ? stream : this.#takeCamera(stream);
  }

  #pictureOf(wanted: MediaTrackConstraints = { facingMode: this.#facing }): MediaTrackConstraints {
    return { ...(this.#deps.savesData ? SMALL : PICTURE), ...wanted };
  }

  #takeMicrophone(stream: MediaStream): DeviceProblem | null {
    const [track = null] = stream.getAudioTracks();
    this.microphone = this.#kept(track, "audio");
    return this.microphone ? null : "missing";
  }

  #takeCamera(stream: MediaStream): CameraOutcome {
    const [track = null] = stream.getVideoTracks();
    this.closeCamera();
    this.camera = this.#kept(track, "video");
    if (!this.camera) return "missing";
    this.#blurred = this.#deps.blur(this.camera);
    return "on";
  }

  closeCamera(): void {
    this.#blurred?.stop();
    this.#blurred = null;
    stop(this.camera);
    this.camera = null;
  }

  /** The next camera: the other side of a phone, or the next one that is plugged in. */
  async switchCamera(): Promise<CameraOutcome> {
    const current = this.camera?.getSettings().deviceId;
    const cameras = (await this.#cameras()).map(({ deviceId }) => deviceId);
    const next = cameras[(cameras.indexOf(current ?? "") + 1) % cameras.length];
    this.#facing = this.#facing === "user" ? "environment" : "user";
    // Phones refuse a second camera while the first is in use.
    stop(this.camera);
    const outcome = await this.openCamera(next ? { deviceId: { exact: next } } : { facingMode: this.#facing });
    if (outcome !== "on") this.closeCamera();
    return outcome;
  }

  async hasSeveralCameras(): Promise<boolean> {
    return (await this.#cameras()).length > 1;
  }

  close(): void {
    this.#closed = true;
    this.closeCamera();
    stop(this.microphone);
    this.microphone = null;
  }

  async #cameras(): Promise<MediaDeviceInfo[]> {
    const all = (await this.#deps.devices?.enumerateDevices().catch(() => [])) ?? [];
    return all.filter(({ kind, deviceId }) => kind === "videoinput" && deviceId !== "");
  }

  #kept(track: MediaStreamTrack | null, kind: "audio" | "video"): MediaStreamTrack | null {
    track?.addEventListener("ended", () => {
      if (!this.#closed && (track === this.camera || track === this.microphone)) this.#deps.onLost(kind);
    });
    return track;
  }

  async #ask(constraints: MediaStreamConstraints): Promise<MediaStream | DeviceProblem> {
    if (!this.#deps.devices) return "unable";
    try {
      const stream = await this.#deps.devices.getUserMedia(constraints);
      if (!this.#closed) return stream;
      // The call ended while the browser asked.
      for (const track of stream.getTracks()) track.stop();
      return "unable";
    } catch (error) {
      return problemOf(error);
    }
  }
}

function stop(track: MediaStreamTrack | null): void {
  track?.stop();
}

function problemOf(error: unknown): DeviceProblem {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  return name === "NotReadableError" || name === "AbortError" ? "used" : "unable";
}
