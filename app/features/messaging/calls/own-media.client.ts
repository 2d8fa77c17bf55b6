import type { Said } from "./call-frames.client.ts";
import type { CallStore } from "./call-store.client.ts";
import type { Media } from "./media.client.ts";

export interface OwnMediaDeps {
  store: CallStore;
  media(onLost: (kind: "audio" | "video") => void): Media;
  /** The track that the other side is sent from now on. */
  onPicture(track: MediaStreamTrack | null): void;
  say(word: Said): void;
}

/** What this member sends, and what the page says of it. */
export class OwnMedia {
  #media: Media;
  readonly #deps: OwnMediaDeps;

  constructor(deps: OwnMediaDeps) {
    this.#deps = deps;
    this.#media = this.#new();
  }

  get microphone(): MediaStreamTrack | null {
    return this.#media.microphone;
  }
  get picture(): MediaStreamTrack | null {
    return this.#media.picture;
  }

  /** False without a microphone. Without a camera it is a call by voice. `muted`: before anybody is sent a sound. */
  async open(video: boolean, muted = false): Promise<boolean> {
    const { store } = this.#deps;
    const media = this.#media;
    const { microphone, camera } = video ? await media.openBoth() : { microphone: await media.openMicrophone(), camera: null };
    if (microphone) {
      store.set({ microphone });
      return false;
    }
    this.mute(muted);
    if (camera) store.set({ camera: camera === "on" ? null : camera });
    void this.#show();
    return true;
  }

  mute(muted: boolean): void {
    if (this.#media.microphone) this.#media.microphone.enabled = !muted;
    this.#deps.store.set({ muted });
    this.#deps.say(muted ? "muted" : "unmuted");
  }

  async setCamera(on: boolean): Promise<void> {
    if (on) await this.#openCamera();
    else this.#media.closeCamera();
    await this.#show();
    this.#deps.say(this.#media.camera ? "camera_on" : "camera_off");
  }

  async switchCamera(): Promise<void> {
    const outcome = await this.#media.switchCamera();
    this.#deps.store.set({ camera: outcome === "on" ? null : outcome });
    await this.#show();
    if (outcome !== "on") this.#deps.say("camera_off");
  }

  show(shown: boolean): void {
    this.#media.shown = shown;
    this.#deps.store.set({ shown });
    void this.#show();
    this.#deps.say(shown ? "shown" : "hidden");
  }

  sayAll(): void {
    const { shown, muted } = this.#deps.store.state;
    this.#deps.say(this.#media.camera ? "camera_on" : "camera_off");
    this.#deps.say(shown ? "shown" : "hidden");
    this.#deps.say(muted ? "muted" : "unmuted");
  }

  /** Gives the devices back; the next call asks anew. */
  release(): void {
    this.#media.close();
    this.#media = this.#new();
  }

  async #openCamera(): Promise<void> {
    const outcome = await this.#media.openCamera();
    this.#deps.store.set({ camera: outcome === "on" ? null : outcome });
  }

  async #show(): Promise<void> {
    const { picture } = this.#media;
    this.#deps.onPicture(picture);
    this.#deps.store.set({ picture });
    const severalCameras = picture !== null && (await this.#media.hasSeveralCameras());
    if (this.#media.picture === picture) this.#deps.store.set({ severalCameras });
  }

  #new(): Media {
    return this.#deps.media((kind) => {
      if (kind === "audio") this.mute(true);
      else void this.setCamera(false);
      this.#deps.store.set(kind === "audio" ? { microphone: "missing" } : { camera: "missing" });
    });
  }
}
