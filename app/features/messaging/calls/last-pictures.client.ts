import type { Said } from "#app/features/people/reports/report-form.client.tsx";
import type { call } from "#app/live/client.ts";

/** In ms between two pictures. */
export const EVERY = 4_000;
/** As many as a report takes. */
export const MOST = 3;
/** In pixels, of the shorter side: the server takes no smaller pictures. */
const SIDE = 480;
const QUALITY = 0.8;

/** Name of the reporter's tick. */
export const ATTACH = "attach";

type Sent = Parameters<typeof call<"reportCall">>[1];
type Seen = Pick<HTMLVideoElement, "videoWidth" | "videoHeight">;

/** The last pictures that this member saw, in the memory of this page. They leave it only with the member's agreement. */
export class LastPictures<T extends Seen> {
  #kept: Blob[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #draw: (video: T) => Promise<Blob | null>;

  constructor(draw: (video: T) => Promise<Blob | null>) {
    this.#draw = draw;
  }

  /** Returns what stops it; the pictures stay. */
  watch(video: T): () => void {
    const timer = setInterval(() => void this.#take(video), EVERY);
    this.#timer = timer;
    return () => clearInterval(timer);
  }

  /** With what `video` shows now; null once nothing is shown. */
  async last(video: T | null): Promise<Blob[]> {
    if (video) await this.#take(video);
    return [...this.#kept];
  }

  forget(): void {
    clearInterval(this.#timer);
    this.#kept = [];
  }

  async #take(video: T): Promise<void> {
    if (video.videoWidth === 0 || video.videoHeight === 0) return;
    try {
      const picture = await this.#draw(video);
      if (picture) this.#kept = [...this.#kept, picture].slice(-MOST);
    } catch {
      // A canvas that draws nothing: the report goes with those that are kept.
    }
  }
}

/** As JPEG, without what a file of a camera tells. */
export function drawn(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth: width, videoHeight: height } = video;
  const scale = SIDE / Math.min(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

/** What is sent: pictures only with the tick that the form has at this moment. */
export function reportOf(id: string, { reason, text, block, form }: Said, pictures: readonly Blob[]): Sent {
  const attached = form.has(ATTACH) ? pictures : [];
  const files = Object.fromEntries(attached.map((picture, index) => [`picture_${index + 1}`, picture]));
  return { id, reason, text, block: String(block), ...files } as Sent;
}
