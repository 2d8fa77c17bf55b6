import { crc32 } from "node:zlib";

/** Tells two texts apart; never for what somebody could forge. */
export function checksum(text: string): string {
  return crc32(text).toString(36);
}
