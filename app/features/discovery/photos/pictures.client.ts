import { isBrokenJpeg } from "#worker/discovery/photos/jpeg.ts";
import { isCutOff } from "./cut-off.client.ts";

/** Width by height of a photo's place. */
const RATIO = 4 / 5;
/** In pixels: what the server keeps of a cut photo, and the longest side of a whole one. */
const CUT_WIDTH = 1280;
const LONGEST = 2560;
const QUALITY = 0.9;
/** Where faces are, from the top. */
const FACE = 0.28;

/** A part of a picture, in its pixels. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Picture {
  id: string;
  name: string;
  /** Object URL; the caller revokes it with the picture. */
  url: string;
  image: HTMLImageElement;
  width: number;
  height: number;
}

/** Null for a broken file, or one that the browser cannot show. Turns it upright as its camera noted. */
export async function openPicture(file: File, id: string): Promise<Picture | null> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (isBrokenJpeg(bytes) || isCutOff(bytes)) throw new Error("broken");
    image.src = url;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width > 0 && height > 0) return { id, name: file.name, url, image, width, height };
  } catch {
    // Not a picture, a broken one, or a file that cannot be read.
  }
  URL.revokeObjectURL(url);
  return null;
}

/** The largest part of 4:5, with the face in mind. */
export function firstPart({ width, height }: Pick<Picture, "width" | "height">): Part {
  const across = Math.min(width, height * RATIO);
  const down = across / RATIO;
  return { x: (width - across) / 2, y: (height - down) * FACE, width: across, height: down };
}

/** Resizes the part to `width` around its middle and moves it, within the picture and not below `least`. */
export function moved(
  part: Part,
  of: Pick<Picture, "width" | "height">,
  { width = part.width, dx = 0, dy = 0, least = 0 }: { width?: number; dx?: number; dy?: number; least?: number },
): Part {
  const most = firstPart(of).width;
  const across = Math.min(most, Math.max(Math.min(least, most), width));
  const down = across / RATIO;
  const x = part.x + (part.width - across) / 2 + dx * across;
  const y = part.y + (part.height - down) / 2 + dy * down;
  return { x: between(0, x, of.width - across), y: between(0, y, of.height - down), width: across, height: down };
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** A JPEG of the part, or of the whole picture, no larger than needed. Drops the camera's notes. */
export async function encode({ image, width, height }: Picture, part: Part | null): Promise<File | null> {
  const from = part ?? { x: 0, y: 0, width, height };
  const scale = part ? Math.min(1, CUT_WIDTH / part.width) : Math.min(1, LONGEST / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(from.width * scale);
  canvas.height = Math.round(from.height * scale);
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  // A transparent picture would become black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, from.x, from.y, from.width, from.height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  return blob && new File([blob], "photo.jpg", { type: "image/jpeg" });
}
