import { createSum, hashOf, hashOfHead, linesOf, type Sum } from "./niche-file.ts";
import { NICHE_TABLES } from "./niche-tables.ts";
import { DomainError } from "./options.ts";

/** Compares each row and picture of a file with the hashes that it states. Writes nothing. @throws DomainError */
async function checkFile(file: string): Promise<{ tables: Record<string, Sum>; objects: number }> {
  const sums = Object.fromEntries(Object.keys(NICHE_TABLES).map((name) => [name, createSum()]));
  const damaged = new Set<string>();
  let [head, objects, whole] = ["", 0, false];
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
      objects++;
      if (hashOf(Buffer.from(line.data, "base64")) !== line.sha256) damaged.add(line.object);
    } else whole = line.objects === objects;
  }
  if (!stated || !whole) throw new DomainError(`${file} ends too early: let the export finish (it goes on where it stopped).`);
  for (const [name, { sum }] of Object.entries(sums)) {
    const [found, said] = [sum(), stated[name]];
    if (found.count !== said?.count || found.hash !== said.hash) damaged.add(name);
  }
  if (damaged.size > 0) throw new DomainError(`${file} is damaged in ${[...damaged].join(", ")}.`);
  return { tables: stated, objects };
}

/** Of a dry run: what the file holds, and that it would fit. */
export async function tellCheck(file: string): Promise<void> {
  const { tables, objects } = await checkFile(file);
  for (const [name, { count, hash }] of Object.entries(tables))
    if (count > 0) console.log(`  ${name}: ${count} rows, SHA-256 ${hash}`);
  const rows = Object.values(tables).reduce((sum, { count }) => sum + count, 0);
  console.log(
    `✓ ${file} is whole: ${rows} rows and ${objects} pictures are as their hashes say, and they fit here. Nothing is written.`,
  );
}
