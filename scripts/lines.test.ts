import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { linesOf } from "./domain/niche-file.ts";
import { linesIn } from "./lines.ts";

function fileOf(content: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), "lines-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "file");
  writeFileSync(file, content);
  return file;
}

async function all<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

const read = async (content: string | Buffer) => (await all(linesIn(fileOf(content)))).map(({ text, end }) => [text, end]);

test("a line ends where its file says, and nowhere within a text", async () => {
  expect(await read("one\u2028still one\u2029too\r\n\nthree")).toEqual([
    ["one\u2028still one\u2029too", 23],
    ["", 24],
    ["three", 29],
  ]);
  expect(await read("\uFEFFone\n\uFEFFtwo\n")).toEqual([
    ["one", 7],
    ["\uFEFFtwo", 14],
  ]);
  expect(await read("")).toEqual([]);
});

test("a line that is longer than what is read at once is one, whole in each letter", async () => {
  const long = `a${"ü".repeat(1_200_000)}`;
  expect((await read(`${long}\nend\n`)).map(([text]) => text)).toEqual([long, "end"]);
});

test("bytes of another encoding are told by their line", async () => {
  const lines = await all(linesIn(fileOf(Buffer.from("plain\nm\xfcde\n", "latin1"))));
  expect(lines.map(({ number, utf8 }) => [number, utf8])).toEqual([
    [1, true],
    [2, false],
  ]);
});

test("a file of an export is read to its end, whatever a text in it holds", async () => {
  const rows = { table: "complaints", rows: [{ text: "one\u2028two\u2029three" }] };
  const lines = await all(linesOf(fileOf(`${JSON.stringify(rows)}\n{"end":true,"objects":0}\n{"torn`)));
  expect(lines.map(({ line }) => line)).toEqual([rows, { end: true, objects: 0 }]);
});
