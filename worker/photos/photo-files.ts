import type { Variant } from "#worker/media/links.ts";
import type { Size } from "./photo-checks.ts";

const TYPE = "image/webp";
/** For screens with two device pixels per CSS pixel. Small pictures are not enlarged. */
const SIZES = { full: { width: 1280, height: 1600 }, thumb: { width: 480, height: 600 } } satisfies Record<Variant, Size>;

export type PhotoVariants = Record<Variant, ArrayBuffer>;
export type PhotoFiles = ReturnType<typeof createPhotoFiles>;

export function createPhotoFiles(bucket: R2Bucket, images: ImagesBinding) {
  return {
    async sizeOf(bytes: Uint8Array): Promise<Size> {
      const info = await images.info(streamOf(bytes));
      if (!("width" in info)) throw new Error(`not pixels but ${info.format}`);
      return info;
    },

    /** Re-encodes upright, without animation and metadata. */
    async make(bytes: Uint8Array): Promise<PhotoVariants> {
      const one = async ({ width, height }: Size) => {
        const output = await images
          .input(streamOf(bytes))
          .transform({ width, height, fit: "scale-down" })
          .output({ format: TYPE, quality: 82, anim: false });
        return output.response().arrayBuffer();
      };
      return { full: await one(SIZES.full), thumb: await one(SIZES.thumb) };
    },

    /** Writes a note with the owner until `finish` or `erase`: an erasure finds pictures without a row. */
    async keep(key: string, made: PhotoVariants, profile: string): Promise<void> {
      await bucket.put(noteOf(key, profile), "");
      const options = { httpMetadata: { contentType: TYPE }, customMetadata: { profile } };
      await Promise.all(VARIANTS.map((variant) => bucket.put(`${key}.${variant}`, made[variant], options)));
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

    /** Demo drawings have no owner and stay. */
    async erase(key: string, profile: string): Promise<void> {
      const names = VARIANTS.map((variant) => `${key}.${variant}`);
      const heads = await Promise.all(names.map((name) => bucket.head(name)));
      const own = names.filter((_, index) => heads[index]?.customMetadata?.profile === profile);
      await bucket.delete([...own, noteOf(key, profile)]);
    },
  };
}

function noteOf(key: string, profile: string): string {
  return `uploads/${profile}/${key}`;
}

const VARIANTS = Object.keys(SIZES) as Variant[];

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new Response(bytes as Uint8Array<ArrayBuffer>).body as ReadableStream<Uint8Array>;
}
