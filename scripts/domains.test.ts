import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { domainFileSchema } from "#worker/sites/domains/domain-file.ts";
import type { DrawnDomain } from "#worker/sites/pwa/draw.ts";
import { SVG_ICON } from "#worker/sites/pwa/icons.vocabulary.ts";
import { newDomain } from "./domain/new-domain.ts";
import { domainStatements } from "./domains.ts";
import { inlined } from "./sql-text.ts";

/** D1's limit, in bytes. */
const MOST = 100_000;
const gipfel = domainFileSchema.parse(newDomain("gipfel", {}, new Date("2026-11-23T12:00:00Z")));

function store() {
  const db = new DatabaseSync(":memory:");
  db.exec(`CREATE TABLE domains (id PRIMARY KEY, pool, settings, updated_at);
    CREATE TABLE hosts (host PRIMARY KEY, domain_id);
    CREATE TABLE domain_icons (domain_id, path, version, data, PRIMARY KEY (domain_id, path));
    CREATE TABLE domain_versions (domain_id, number, settings, applied_at, by);
    CREATE TABLE domain_assets (domain_id, hash);
    CREATE TABLE domain_previews (host, settings); CREATE TABLE site_proposals (domain_id, settings, status);
    CREATE TABLE likes (liker_id, liked_id, is_new); CREATE TABLE profiles (id, fictional); CREATE TABLE accounts (id, domain_id);`);
  return db;
}

test("long words and a detailed icon are stored whole, each statement within D1's limit, and once", () => {
  const answer = { en: "It's so. ".repeat(70).trim() };
  const faq = Array.from({ length: 10 }, (_, index) => ({ question: { en: `${index}?` }, answer }));
  const landers = { video: { title: { en: "T" }, text: { en: "x".repeat(240) } } };
  const file = { ...gipfel, words: { ...gipfel.words, faq, landers }, traffic_sources: ["y".repeat(70_000)] };
  const icons = (letter: string): DrawnDomain["icons"] => [{ path: SVG_ICON, base64: letter.repeat(333_000) }];
  const db = store();
  const apply = (version: string, letter: string) => {
    const statements = domainStatements([{ file, version, icons: icons(letter) }], 1).map(inlined);
    expect(Math.max(...statements.map((sql) => Buffer.byteLength(sql)))).toBeLessThan(MOST);
    for (const sql of statements) db.exec(sql);
    return { ...db.prepare("SELECT version, data FROM domain_icons").get() };
  };
  expect(apply("one", "a")).toEqual({ version: "one", data: icons("a")[0]?.base64 });
  expect(apply("one", "a")).toEqual({ version: "one", data: icons("a")[0]?.base64 });
  expect(apply("two", "b")).toEqual({ version: "two", data: icons("b")[0]?.base64 });
  expect(db.prepare("SELECT number, settings FROM domain_versions").all()).toEqual([
    { number: 1, settings: JSON.stringify(file) },
  ]);
  expect(db.prepare("SELECT settings FROM domains").get()).toEqual({ settings: JSON.stringify(file) });
});
