import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import { localStore } from "#scripts/database.ts";
import { exportNiche } from "#scripts/domain/export.ts";
import type { Options } from "#scripts/domain/options.ts";
import { copyWithDomains } from "#tests/setup/instances.ts";
import { memberRows } from "#tests/setup/member-rows.ts";
import { databaseOf } from "#tests/setup/own-server.ts";
import { PASSWORD } from "#tests/setup/signup-form.ts";

const PHOTOS = 360;
const SIZES = ["full", "thumb"];
const AT_ONCE = 8;
/** Photos whose sizes are asked for at once. */
const KEYS = 40;

const folder = mkdtempSync(join(tmpdir(), "liaison-export-"));
const data = join(folder, "store");
const said: string[] = [];
/** Of the Worker's double: what it was asked for, and how many requests it still answers. */
const asked: string[] = [];
let left = Number.POSITIVE_INFINITY;
/** Keys of runs that are over, whose last requests may still arrive. */
const over = new Set<string>();
let key = "";
let [underWay, most] = [0, 0];
/** As of a store that is another one. */
let nothing = false;
const keyOf = (n: number) => `photo${String(n).padStart(3, "0")}`;
/** Erased between the list and the picture. */
const GONE = "/operator/objects/photo007.full";

/** Of each request of a run: whether a reader kept the log of writes from being emptied. */
const held = new Set<unknown>();
const chats: string[] = [];
function writeBeside(): void {
  const db = new DatabaseSync(databaseOf(data), { timeout: 0 });
  db.exec("UPDATE d1_migrations SET name = name");
  held.add(db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy);
  db.close();
}

const worker = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://worker");
  const prefixes = searchParams.getAll("prefix");
  const work = pathname.replace("/operator/", "") + prefixes.join();
  if (prefixes.length > 0 || work.startsWith("archive")) writeBeside();
  if (work.startsWith("archive")) {
    chats.push(work);
    return void response.end("[]");
  }
  if (!work.startsWith("objects")) return void response.end('{"print":"same"}');
  const own = request.headers.authorization ?? "";
  if (over.has(own) || left-- <= 0) return void request.socket.destroy();
  key = own;
  asked.push(work);
  most = Math.max(most, ++underWay);
  setTimeout(() => {
    underWay--;
    if (prefixes.length > 0)
      return void response.end(JSON.stringify(prefixes.map((prefix) => (nothing ? [] : SIZES).map((size) => prefix + size))));
    if (pathname === GONE) return void response.writeHead(410).end();
    response.setHeader("content-type", "image/webp").end(`bytes of ${pathname}`);
  }, 2);
});

beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line));
  const domains = readDomainFiles().filter(({ pool }) => pool === "liaison");
  await copyWithDomains(domains, data);
  // Its pictures are the double's: on the disk they would be read from there.
  rmSync(join(data, "r2"), { recursive: true });
  const { db } = localStore(data);
  const { id, rows } = memberRows({ email: "anna@example.org", name: "Anna", password: PASSWORD });
  const ben = memberRows({ email: "ben@example.org", name: "Ben", password: PASSWORD }, { gender: "male" });
  const [one, other] = [id, ben.id].sort();
  const photo = db.prepare(
    "INSERT INTO photos (id, profile_id, key, status, position, width, height, created_at) VALUES (?1, ?2, ?4, 'active', ?3, 1, 1, 1)",
  );
  await db.batch([
    ...[...rows, ...ben.rows].map(({ sql, values }) => db.prepare(sql).bind(...values)),
    db
      .prepare(
        "INSERT INTO conversations (id, member_a, member_b, started_by, last_seq, created_at, archived_seq, pool) VALUES ('old', ?1, ?2, ?1, 1, 1, 1, 'liaison')",
      )
      .bind(one, other),
    ...Array.from({ length: PHOTOS }, (_, n) => photo.bind(keyOf(n), id, n, keyOf(n))),
    // As demo members have it.
    photo.bind("shared", id, PHOTOS, keyOf(0)),
  ]);
  await new Promise<void>((done) => worker.listen(0, "127.0.0.1", done));
});
afterAll(() => {
  worker.closeAllConnections();
  worker.close();
  rmSync(folder, { recursive: true });
});

/** One run; the Worker ends after so many answers, as a kill of the command would. */
async function run(file: string, answers = Number.POSITIVE_INFINITY): Promise<string[]> {
  [left, asked.length, said.length] = [answers, 0, 0];
  const port = String((worker.address() as AddressInfo).port);
  const options = { data, remote: false, port } as unknown as Options;
  const exporting = exportNiche(["liaison", file], options);
  if (answers === Number.POSITIVE_INFINITY) await exporting;
  else await expect(exporting).rejects.toThrow("No answer from");
  over.add(key);
  return [...asked];
}

const objectsIn = (file: string) =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .filter((line) => /^\{"(object|tables|end)"/.test(line))
    .map((line) => line.replace(/"head":"\w+"/, ""));

test("an export that ends among the names and among the pictures goes on, asks nothing twice, and is the same file", async () => {
  const whole = join(folder, "whole.niche");
  expect((await run(whole)).length).toBe(PHOTOS / KEYS + PHOTOS * 2);
  expect(most, "requests at a time").toBe(AT_ONCE);
  expect(chats).toEqual(["archive/old"]);
  expect([...held], "while the Worker is asked, the log of writes can be emptied").toEqual([0]);
  expect(said.join("\n")).toMatch(
    /360 of 360 photos asked for their sizes\n[\s\S]*720 of 720 pictures from the Worker\n[\s\S]*Erased meanwhile, and not in the file: 1 [\s\S]*with 719 objects/,
  );

  const file = join(folder, "torn.niche");
  const names = `${file}.names`;
  const first = await run(file, PHOTOS / KEYS - 1);
  const known = readFileSync(names, "utf8").trimEnd().split("\n").length;
  expect(known).toBe(PHOTOS - KEYS);
  expect([first.length, existsSync(file)]).toEqual([PHOTOS / KEYS - 1, false]);

  const lists = (PHOTOS - known) / KEYS;
  const second = await run(file, lists + 20);
  expect(said.join("\n")).toContain(`${known} of ${PHOTOS} photos are known`);
  expect(second.filter((path) => path.startsWith("objectsphoto")).length).toBe(lists);
  const part = `${file}.part`;
  const there = objectsIn(part).filter((line) => line.startsWith('{"object"')).length;
  expect(there).toBeGreaterThan(20 - AT_ONCE - 2);

  nothing = true;
  await expect(run(join(folder, "wrong.niche"))).rejects.toThrow(`None of the ${PHOTOS} photos has a picture in the Worker`);
  expect(readFileSync(join(folder, "wrong.niche.names"), "utf8")).toBe("");
  nothing = false;

  const third = await run(file);
  expect(said.join("\n")).toContain(`${there} of ${PHOTOS * 2} objects are there`);
  expect(third.length).toBe(PHOTOS * 2 - there);
  expect(objectsIn(file)).toEqual(objectsIn(whole));
  expect([existsSync(names), existsSync(part)]).toEqual([false, false]);
});
