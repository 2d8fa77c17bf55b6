const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** True for a PNG or WebP without its end. Browsers draw what is there; the server refuses it. */
export function isCutOff(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (PNG.every((byte, index) => bytes[index] === byte)) return !hasPngEnd(view);
  const isWebp = bytes.length >= 12 && nameAt(view, 0) === "RIFF" && nameAt(view, 8) === "WEBP";
  return isWebp && 8 + view.getUint32(4, true) > bytes.length;
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
