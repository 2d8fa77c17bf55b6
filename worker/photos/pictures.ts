import type { Variant } from "../media/links.ts";
import type { Size } from "./picture.ts";

const TYPE = "image/webp";
/** The largest gallery and the largest card, for screens of two pixels to one. Nothing is made larger than it came. */
const SIZES = { full: { width: 1280, height: 1600 }, thumb: { width: 480, height: 600 } } satisfies Record<Variant, Size>;

export type Made = Record<Variant, ArrayBuffer>;
export type Pictures = ReturnType<typeof createPictures>;

/** Makes pictures fit to be shown, and keeps them in R2. */
export function createPictures(bucket: R2Bucket, images: ImagesBinding) {
  return {
    /** @throws whatever the codec does with bytes that it can not read. */
    async sizeOf(bytes: Uint8Array): Promise<Size> {
      const info = await images.info(streamOf(bytes));
      if (!("width" in info)) throw new Error(`not pixels but ${info.format}`);
      return info;
    },

    /** Both sizes, encoded anew: upright, still, and without anything that the file said beside its pixels. */
    async make(bytes: Uint8Array): Promise<Made> {
      const one = async ({ width, height }: Size) => {
        const output = await images
          .input(streamOf(bytes))
          .transform({ width, height, fit: "scale-down" })
          .output({ format: TYPE, quality: 82, anim: false });
        return output.response().arrayBuffer();
      };
      return { full: await one(SIZES.full), thumb: await one(SIZES.thumb) };
    },

    /** Keeps both, with a note of whose they are until `finish` or `erase`: whatever fails between, no picture outlives its member. */
    async keep(key: string, made: Made, profile: string): Promise<void> {
      await bucket.put(noteOf(key, profile), "");
      const options = { httpMetadata: { contentType: TYPE }, customMetadata: { profile } };
      await Promise.all(VARIANTS.map((variant) => bucket.put(`${key}.${variant}`, made[variant], options)));
    },

    /** The picture has its row, which says from now on whose it is. */
    async finish(key: string, profile: string): Promise<void> {
      await bucket.delete(noteOf(key, profile));
    },

    /** Keys of a member's pictures that may have got no row, of up to a thousand. */
    async unfinished(profile: string): Promise<string[]> {
      const prefix = noteOf("", profile);
      const { objects } = await bucket.list({ prefix });
      return objects.map(({ key }) => key.slice(prefix.length));
    },

    /** Drawings of the demo have no owner and are shared by many: those stay. */
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
