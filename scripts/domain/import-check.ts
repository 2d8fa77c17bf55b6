import { SECRET_PURPOSE } from "#worker/backoffice/transfer/transfer.ts";
import { hmac } from "#worker/platform/crypto.ts";
import { createSum, hashOf, hashOfHead, linesOf, type Sum } from "./niche-file.ts";
import { NICHE_TABLES } from "./niche-tables.ts";
import { DomainError } from "./options.ts";

export const OTHER_SECRET = `This deployment has another PASSWORD_PEPPER than the one of the file: no password of a member and no stored bank
  account would work here. Set the same secret, or say --new-secret: members then ask for a new password.`;

interface Checked {
  tables: Record<string, Sum>;
  /** Pictures. */
  objects: number;
  bytes: number;
  /** SHA-256 of a line for each picture, by name: name, space and the picture's SHA-256. */
  hash: string;
}

/** Compares each row and picture of a file with the hashes that it states. Writes nothing. @throws DomainError */
export async function checkFile(file: string): Promise<Checked> {
  const sums = Object.fromEntries(Object.keys(NICHE_TABLES).map((name) => [name, createSum()]));
  const damaged = new Set<string>();
  let [head, bytes, whole] = ["", 0, false];
  const pictures: string[] = [];
  let stated: Record<string, Sum> | null = null;
  for await (const { line } of linesOf(file)) {
    if ("liaison" in line) head = hashOfHead(line);
    else if ("table" in line) {
      if (!sums[line.table]) throw new DomainError(`This product has no table ${line.table} in a niche.`);
      for (const row of line.rows) sums[line.table]?.add(row);
    } else if ("tables" in line) {
      stated = line.tables;
      if (line.head !== head) damaged.add("its first line");
    } else if ("object" in line) {
      const data = Buffer.from(line.data, "base64");
      pictures.push(`${line.object} ${line.sha256}\n`);
      bytes += data.length;
      if (hashOf(data) !== line.sha256) damaged.add(line.object);
    } else whole = line.objects === pictures.length;
  }
  if (!stated || !whole) throw new DomainError(`${file} ends too early: let the export finish (it goes on where it stopped).`);
  for (const [name, { sum }] of Object.entries(sums)) {
    const [found, said] = [sum(), stated[name]];
    if (found.count !== said?.count || found.hash !== said.hash) damaged.add(name);
  }
  if (damaged.size > 0) throw new DomainError(`${file} is damaged in ${[...damaged].join(", ")}.`);
  return { tables: stated, objects: pictures.length, bytes, hash: hashOf(Buffer.from(pictures.sort().join(""))) };
}

/** Of a dry run: what the file holds and would be sent. */
export async function tellCheck(file: string): Promise<void> {
  const { tables, objects, bytes, hash } = await checkFile(file);
  for (const [name, { count, hash }] of Object.entries(tables))
    if (count > 0) console.log(`  ${name}: ${count} rows, SHA-256 ${hash}`);
  console.log(`  pictures: ${objects}, ${(bytes / 1_000_000).toFixed(1)} MB, SHA-256 ${hash}`);
  const rows = Object.values(tables).reduce((sum, { count }) => sum + count, 0);
  console.log(`✓ ${file} is whole: ${rows} rows and ${objects} pictures are as their hashes say.`);
}

/** The secret that the command knows, against that of the file. @throws DomainError */
export async function mustShareSecret(secret: string, pepper: string | undefined, isMeant: boolean): Promise<void> {
  if (!pepper)
    console.log(
      "▸ PASSWORD_PEPPER is not in the environment, so it was not compared: without the same one, no password works there.",
    );
  else if ((await hmac(pepper, SECRET_PURPOSE)) === secret)
    console.log("✓ PASSWORD_PEPPER is the one of the file: passwords work there.");
  else if (!isMeant) throw new DomainError(OTHER_SECRET);
}
