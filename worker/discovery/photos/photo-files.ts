import { VARIANTS, type Variant } from "#worker/delivery/media/links.ts";
import { log } from "#worker/platform/log.ts";
import { greyOf } from "./grey.ts";
import type { Size } from "./photo-checks.ts";
import { hashOf } from "./photo-hash.ts";
import type { PhotoHash } from "./photo-hash.vocabulary.ts";

const TYPE = "image/webp";
/** 4:5, for screens with two device pixels per CSS pixel. Small pictures are not enlarged. */
const FULL = { width: 1280, height: 1600, fit: "scale-down" } as const;
const CARD = 640;
const THUMB = 240;
/** Read for the hash. */
const TINY = { width: 96, height: 96, fit: "squeeze" } as const;
/** Widths; the first whose data URI is short enough is taken. */
const PREVIEWS = [12, 8];
const MAX_PREVIEW = 250;

export interface PhotoVariants extends Record<Variant, ArrayBuffer> {
  /** Dimensions of the full size. */
  size: Size;
  /** A data URI; null for a picture that is not short enough. */
  preview: string | null;
  /** Finds copies; null if the picture could not be read again. */
  hash: PhotoHash | null;
}
export type PhotoFiles = ReturnType<typeof createPhotoFiles>;

export function createPhotoFiles(bucket: R2Bucket, images: ImagesBinding) {
  async function sizeOf(bytes: Uint8Array): Promise<Size> {
    const info = await images.info(streamOf(bytes));
    if (!("width" in info)) throw new Error(`not pixels but ${info.format}`);
    return { width: info.width, height: info.height };
  }

  async function resized(bytes: Uint8Array, transform: ImageTransform, quality = 82): Promise<ArrayBuffer> {
    const output = await images.input(streamOf(bytes)).transform(transform).output({ format: TYPE, quality, anim: false });
    return output.response().arrayBuffer();
  }

  /** Cut to 4:5, at most as large as the picture allows. Faces are above the middle. */
  async function cut(bytes: Uint8Array, { width, height }: Size, most: number, quality?: number): Promise<ArrayBuffer> {
    const across = Math.round(Math.min(most, width, height * 0.8));
    const gravity = { x: 0.5, y: 0.28, mode: "box-center" } as const;
    return resized(bytes, { width: across, height: Math.round(across / 0.8), fit: "cover", gravity }, quality);
  }

  async function previewOf(bytes: Uint8Array, size: Size): Promise<string | null> {
    for (const width of PREVIEWS) {
      const uri = `data:${TYPE};base64,${Buffer.from(await cut(bytes, size, width, 40)).toString("base64")}`;
      if (uri.length <= MAX_PREVIEW) return uri;
    }
    return null;
  }

  /** From a PNG: the binding gives raw pixels in production only. A photo without a hash is no worse photo. */
  async function printOf(bytes: Uint8Array): Promise<PhotoHash | null> {
    try {
      const output = await images.input(streamOf(bytes)).transform(TINY).output({ format: "image/png", anim: false });
      const grey = greyOf(new Uint8Array(await output.response().arrayBuffer()));
      return grey && hashOf(grey);
    } catch (error) {
      log("warn", "photo without a hash", { error });
      return null;
    }
  }

  return {
    sizeOf,

    /** Re-encodes upright, without animation and metadata. Only the first step decodes the original. */
    async make(bytes: Uint8Array): Promise<PhotoVariants> {
      const full = await resized(bytes, FULL);
      const made = new Uint8Array(full);
      const size = await sizeOf(made);
      const cuts = [cut(made, size, CARD), cut(made, size, THUMB)] as const;
      const [card, thumb, preview, hash] = await Promise.all([...cuts, previewOf(made, size), printOf(made)]);
      return { full, card, thumb, size, preview, hash };
    },

    /**
     * Writes a note with the owner until `finish` or `erase`: an erasure and the cron find pictures without a row.
     * Once it fails no write is under way, so that `erase` erases all.
     */
    async keep(
      key: string,
      made: Record<Variant, ArrayBuffer>,
      profile: string,
      variants: readonly Variant[] = VARIANTS,
    ): Promise<void> {
      await bucket.put(noteOf(key, profile), "");
      const options = { httpMetadata: { contentType: TYPE }, customMetadata: { profile } };
      const puts = await Promise.allSettled(variants.map((variant) => bucket.put(`${key}.${variant}`, made[variant], options)));
      for (const put of puts) if (put.status === "rejected") throw put.reason;
    },

    /** One object, in the place of a photo's full size; the rest is as with `keep`. */
    async keepVoice(key: string, { bytes, type }: { bytes: ArrayBuffer; type: string }, profile: string): Promise<void> {
      await bucket.put(noteOf(key, profile), "");
      await bucket.put(`${key}.full`, bytes, { httpMetadata: { contentType: type }, customMetadata: { profile } });
    },

    /** Call after the row exists. */
    async finish(key: string, profile: string): Promise<void> {
      await bucket.delete(noteOf(key, profile));
    },

    /** Keys whose row may be missing, up to a thousand. */
    async unfinished(profile: string): Promise<string[]> {
      const prefix = noteOf("", profile);
      const { objects } = await bucket.list({ prefix });
      return objects.map(({ key }) => key.slice(prefix.length));
    },

    /** Notes of all owners that were written before (ms). */
    async notesBefore(before: number): Promise<{ key: string; profile: string }[]> {
      const found: { key: string; profile: string }[] = [];
      let cursor: string | undefined;
      do {
        const page = await bucket.list({ prefix: NOTES, cursor });
        for (const { key: note, uploaded } of page.objects) {
          const [profile = "", ...key] = note.slice(NOTES.length).split("/");
          if (uploaded.getTime() < before) found.push({ key: key.join("/"), profile });
        }
        cursor = page.truncated ? page.cursor : undefined;
      } while (cursor);
      return found;
    },

    /** Demo drawings have no owner and stay. */
    async erase(key: string, profile: string): Promise<void> {
      const names = VARIANTS.map((variant) => `${key}.${variant}`);
      const heads = await Promise.all(names.map((name) => bucket.head(name)));
      const own = names.filter((_, index) => heads[index]?.customMetadata?.profile === profile);
      await bucket.delete([...own, noteOf(key, profile)]);
    },
  };
}

const NOTES = "uploads/";

function noteOf(key: string, profile: string): string {
  return `${NOTES}${profile}/${key}`;
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new Response(bytes as Uint8Array<ArrayBuffer>).body as ReadableStream<Uint8Array>;
}
