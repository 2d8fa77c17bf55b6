import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import type { Product } from "./product.ts";
import { median, printTable } from "./table.ts";

/** Width and height: 1, 12 and 40 megapixels. */
const SIZES = [
  [1000, 1000],
  [4000, 3000],
  [7300, 5475],
] as const;
const RUNS = 3;
/** In ms between two looks at the memory. */
const LOOK = 25;

/**
 * Time of an upload with its three sizes and preview, and the memory at its peak above the idle process: of the runtime, which
 * holds the Worker, and of this process, where the emulated Images binding works.
 */
export async function measurePhotos({ url, db, runtime }: Product, cookie: string, member: string): Promise<void> {
  const rows: (string | number)[][] = [];
  // The first upload also starts the emulated binding.
  await upload(url, cookie, picture(800, 1000));
  for (const [width, height] of SIZES) {
    const file = picture(width, height);
    const found = { ms: [] as number[], worker: [] as number[], images: [] as number[] };
    for (let run = 0; run < RUNS; run++) {
      await db.prepare("DELETE FROM photos WHERE profile_id = ? AND status = 'inspection'").bind(member).run();
      const memory = watchMemory(runtime);
      const start = performance.now();
      await upload(url, cookie, file);
      found.ms.push(performance.now() - start);
      const { worker, images } = memory.end();
      found.worker.push(worker);
      found.images.push(images);
    }
    const shown = [found.ms, found.worker, found.images].map((values) => Math.round(median(values)));
    rows.push([`${Math.round((width * height) / 1e6)} MP`, Math.round(file.size / 1024), ...shown]);
  }
  await db.prepare("DELETE FROM photos WHERE profile_id = ? AND status = 'inspection'").bind(member).run();
  printTable("An upload", ["picture", "file, KB", "ms", "runtime, MB", "Images, MB"], rows);
}

export async function upload(url: string, cookie: string, file: File): Promise<void> {
  const form = new FormData();
  form.set("file", file);
  // In one piece: a streamed form has no length.
  const sent = new Response(form);
  const headers = { cookie, "sec-fetch-site": "same-origin", "content-type": sent.headers.get("content-type") ?? "" };
  const answer = await fetch(`${url}/api/photo.php`, { method: "POST", headers, body: await sent.arrayBuffer() });
  if (answer.status !== 201) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
}

/** Peaks in MB above the level at the start. */
function watchMemory(runtime: number | null) {
  const level = { worker: residentOf(runtime), images: residentOf(process.pid) };
  const peak = { ...level };
  const look = () => {
    peak.worker = Math.max(peak.worker, residentOf(runtime));
    peak.images = Math.max(peak.images, residentOf(process.pid));
  };
  const timer = setInterval(look, LOOK);
  return {
    end() {
      clearInterval(timer);
      look();
      return { worker: peak.worker - level.worker, images: peak.images - level.images };
    },
  };
}

/** Resident memory in MB; NaN where the system does not say. */
function residentOf(pid: number | null): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** A PNG of noise in rows that repeat: small to send, and no less to decode. */
export function picture(width: number, height: number): File {
  const row = Buffer.alloc(1 + width * 3);
  for (let at = 1; at < row.length; at++) row[at] = (at * 7 + ((at * at) % 61)) % 256;
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const bytes = [signature, chunk("IHDR", head), chunk("IDAT", deflateSync(pixels)), chunk("IEND", Buffer.alloc(0))];
  return new File([Buffer.concat(bytes)], "photo.png", { type: "image/png" });
}

/** PNG 3, section 5.3: length, type, data, checksum of type and data. */
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
