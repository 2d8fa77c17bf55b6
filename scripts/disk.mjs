// Plain JavaScript for any Node.
import { existsSync, lstatSync, readdirSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Bytes: less than this counts as full. */
const FULL = 32 * 2 ** 20;

/** Null where Node (before 18.15) or the file system does not tell. */
export function freeSpace(path) {
  try {
    const { bavail, bsize, ffree, files } = statfsSync(existing(path));
    return { bytes: bavail * bsize, files: files > 0 ? ffree : Number.POSITIVE_INFINITY };
  } catch {
    return null;
  }
}

/** One line, or null when there is room. `taken` counts as free: it is replaced. */
export function lackOfSpace(path, what, needs, taken = () => ({ bytes: 0, files: 0 })) {
  const free = freeSpace(path);
  if (!free || (free.bytes >= needs.bytes && free.files >= needs.files)) return null;
  const freed = taken();
  const [bytes, files] = [free.bytes + freed.bytes, free.files + freed.files];
  if (bytes < needs.bytes) return `${what} needs ${size(needs.bytes)} in ${path}, and ${size(bytes)} are free there.`;
  if (files < needs.files) return `${what} needs room for ${needs.files} files in ${path}, and ${files} are left there.`;
  return null;
}

/** One line if one of these folders is full by now, else null. */
export function fullDisk(...paths) {
  for (const path of paths) {
    const free = freeSpace(path);
    if (free && (free.bytes < FULL || free.files < 100))
      return `The disk of ${path} is full (${size(free.bytes)} are free). Make room there.`;
  }
  return null;
}

export function folderSize(path) {
  const sum = { bytes: 0, files: 0 };
  if (!existsSync(path)) return sum;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    const { bytes, files } = entry.isDirectory() ? folderSize(inner) : { bytes: lstatSync(inner).size, files: 1 };
    sum.bytes += bytes;
    sum.files += files;
  }
  return sum;
}

function existing(path) {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path));
}

function size(bytes) {
  return bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
