const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const END_OF_IMAGE = 0xd9;

/** True for a JPEG, PNG or WebP without its end. Browsers draw what is there; the server refuses it. */
export function isCutOff(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = (magic: readonly number[]) => magic.every((byte, index) => bytes[index] === byte);
  if (starts(JPEG)) return !hasJpegEnd(bytes);
  if (starts(PNG)) return !hasPngEnd(view);
  const isWebp = bytes.length >= 12 && nameAt(view, 0) === "RIFF" && nameAt(view, 8) === "WEBP";
  return isWebp && 8 + view.getUint32(4, true) > bytes.length;
}

/** Segments are skipped: a small picture within one has an end of its own (ITU-T T.81, B.1). */
function hasJpegEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0xff, 2); at >= 0; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) return true;
    const isAlone = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (marker === 0xff) at += 1;
    else at += isAlone ? 2 : 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
  }
  return false;
}

function hasPngEnd(view: DataView): boolean {
  for (let at = PNG.length; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    if (nameAt(view, at + 4) === "IEND") return true;
  }
  return false;
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}
