import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";

export interface FileLine {
  text: string;
  /** From 1. */
  number: number;
  /** In bytes: where the next line begins. */
  end: number;
  /** False for a torn last line. */
  whole: boolean;
  /** False for bytes of another encoding; the text then has U+FFFD in their place. */
  utf8: boolean;
}

const [LF, CR] = [10, 13];
const BYTE_CHUNK = 1 << 20;

/**
 * Lines of a file without its byte order mark. They end with LF or CRLF only. `node:readline` also splits at U+2028, which a text in
 * JSON may hold (RFC 8259 section 7).
 */
export async function* linesIn(file: string): AsyncGenerator<FileLine> {
  let [parts, end, number] = [[] as Buffer[], 0, 0];
  const line = (whole: boolean): FileLine => {
    const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    parts = [];
    number++;
    end += bytes.length + Number(whole);
    const text = bytes.toString("utf8", 0, bytes.at(-1) === CR ? bytes.length - 1 : bytes.length);
    return { text: number === 1 ? text.replace(/^\uFEFF/, "") : text, number, end, whole, utf8: isUtf8(bytes) };
  };
  for await (const chunk of createReadStream(file, { highWaterMark: BYTE_CHUNK }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, from)) {
      parts.push(chunk.subarray(from, at));
      yield line(true);
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield line(false);
}
