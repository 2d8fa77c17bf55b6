type PictureType = "png" | "jpg" | "webp";
export interface PictureSize {
  type: PictureType;
  width: number;
  height: number;
}

/** From the file's header, as stored: a camera's rotation is not applied. Null for any other file. */
export function pictureSize(file: Buffer): PictureSize | null {
  try {
    if (file.toString("latin1", 1, 4) === "PNG")
      return { type: "png", width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
    if (file.readUInt16BE(0) === 0xff_d8) return jpegSize(file);
    if (file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP") return webpSize(file);
  } catch {
    // shorter than its header says
  }
  return null;
}

/** Start of frame, of any coding but the tables that share its range (ITU T.81, table B.1). */
function jpegSize(file: Buffer): PictureSize | null {
  for (let at = 2; at < file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file.readUInt16BE(at);
    if (marker >= 0xff_c0 && marker <= 0xff_cf && ![0xff_c4, 0xff_c8, 0xff_cc].includes(marker))
      return { type: "jpg", height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
  }
  return null;
}

/** RFC 9649. */
function webpSize(file: Buffer): PictureSize | null {
  const type = "webp";
  switch (file.toString("latin1", 12, 16)) {
    case "VP8X":
      return { type, width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const bits = file.readUInt32LE(21);
      return { type, width: (bits & 0x3f_ff) + 1, height: ((bits >> 14) & 0x3f_ff) + 1 };
    }
    case "VP8 ":
      return { type, width: file.readUInt16LE(26) & 0x3f_ff, height: file.readUInt16LE(28) & 0x3f_ff };
    default:
      return null;
  }
}
