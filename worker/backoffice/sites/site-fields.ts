import { ADDED, escapedStep, KEY, REMOVED, type SiteField } from "./site-fields.vocabulary.ts";

/** The parts of a JSON schema that the domain files use. */
export interface Schema {
  type?: string | string[];
  description?: string;
  default?: unknown;
  examples?: unknown[];
  enum?: string[];
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  items?: Schema;
  anyOf?: Schema[];
}

type Values = Readonly<Record<string, string>>;
type Json = Record<string, unknown>;

/** Characters above which a text gets several lines. */
const LONG = 120;
/** More choices than that are typed, not ticked. */
const MOST_CHOICES = 60;

/**
 * The form of a value. Without a value it is that of the default.
 *
 * @param languages those of the site: texts by language have a field for each
 */
export function fieldOf(
  written: Schema,
  name: string,
  given: unknown,
  languages: readonly string[],
  label = labelOf(name),
): SiteField {
  const { schema, optional } = plain(written);
  const value = given === undefined ? written.default : given;
  const common = { name, label, hint: written.description ?? schema.description ?? "" };
  const example = written.examples?.[0] ?? schema.examples?.[0];
  if (schema.enum) return { ...common, kind: "choice", value: textOf(value), options: schema.enum, optional };
  if (schema.type === "boolean") return { ...common, kind: "yes", value: value === true };
  if (schema.type === "array") return ofArray(schema, common, value, { example, languages });
  if (schema.type === "object") {
    const whole = ofObject(schema, common, isObject(value) ? value : {}, languages);
    return optional && !isObject(value) ? emptied(whole) : whole;
  }
  const isNumber = schema.type === "integer" || schema.type === "number";
  const isLong = !isNumber && (textOf(value).length > LONG || (schema.maxLength ?? 0) > LONG);
  return { ...common, kind: isNumber ? "number" : isLong ? "long" : "text", value: textOf(value), example: textOf(example) };
}

type Common = Pick<SiteField, "name" | "label" | "hint">;

interface Around {
  example: unknown;
  languages: readonly string[];
}

function ofArray({ items = {} }: Schema, common: Common, value: unknown, { example, languages }: Around): SiteField {
  const list = Array.isArray(value) ? value : [];
  if (items.enum && items.enum.length <= MOST_CHOICES)
    return { ...common, kind: "choices", options: items.enum.map((one) => ({ value: one, chosen: list.includes(one) })) };
  if (!isWhole(items))
    return { ...common, kind: "lines", value: list.join("\n"), example: Array.isArray(example) ? example.join("\n") : "" };
  return {
    ...common,
    kind: "list",
    items: [...list.map((item, index) => ({ item, part: String(index) })), { item: undefined, part: ADDED }].map(
      ({ item, part }) =>
        itemOf(common.name, part, titleOf(item), [asItem(part, fieldOf(items, `${common.name}/${part}`, item, languages, ""))]),
    ),
  };
}

function ofObject(schema: Schema, common: Common, value: Json, languages: readonly string[]): SiteField {
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([key, one]) => {
      const field = fieldOf(one, `${common.name}/${escapedStep(key)}`, value[key], languages, words(key));
      const mayLack = !schema.required?.includes(key) && one.default === undefined;
      if (field.kind === "choice" && mayLack) return { ...field, optional: true };
      return field.kind === "group" && mayLack && value[key] === undefined ? emptied(field) : field;
    });
    return { ...common, kind: "group", fields };
  }
  const each = isObject(schema.additionalProperties) ? (schema.additionalProperties as Schema) : {};
  const keys = schema.propertyNames?.enum;
  if (keys && !isWhole(each)) {
    const shown = keys.filter((key) => languages.includes(key) || value[key] !== undefined);
    const fields = shown.map((key) => fieldOf(each, `${common.name}/${escapedStep(key)}`, value[key], languages, key));
    return { ...common, kind: "group", fields };
  }
  const present = Object.entries(value).map(([key, item]) =>
    itemOf(common.name, escapedStep(key), key, [fieldOf(each, `${common.name}/${escapedStep(key)}`, item, languages, "")]),
  );
  const added = `${common.name}/${ADDED}`;
  const key: SiteField = keys
    ? { kind: "choice", name: `${added}/${KEY}`, label: "Name", hint: "", value: "", options: keys, optional: true }
    : { kind: "text", name: `${added}/${KEY}`, label: "Name", hint: "", value: "", example: "" };
  return {
    ...common,
    kind: "list",
    items: [...present, itemOf(common.name, ADDED, "", [key, emptied(fieldOf(each, added, undefined, languages, ""))])],
  };
}

function asItem(part: string, field: SiteField): SiteField {
  return part === ADDED ? emptied(field) : field;
}

/** Without defaults: what nobody touches is not there. */
function emptied(field: SiteField): SiteField {
  if (field.kind === "choice") return { ...field, value: "", optional: true };
  if (field.kind === "choices") return { ...field, options: field.options.map((one) => ({ ...one, chosen: false })) };
  if (field.kind === "group") return { ...field, fields: field.fields.map(emptied) };
  if (field.kind === "list") return { ...field, items: field.items.filter(({ remove }) => remove === null) };
  return field.kind === "yes" ? { ...field, value: false } : { ...field, value: "" };
}

function itemOf(name: string, part: string, title: string, fields: SiteField[]) {
  return { title, remove: part === ADDED ? null : `${name}/${part}/${REMOVED}`, fields };
}

/** What a form says of a file. `nameOf` finds the field of a place in it, since removed items shift the others. */
export interface Typed {
  value: unknown;
  nameOf(pointer: string): string | null;
}

/**
 * Reads a form that `fieldOf` drew. What is no number stays a text, so that the check can name it.
 *
 * @param current keeps the order of ticked lists
 */
export function typedOf(written: Schema, name: string, values: Values, current: unknown): Typed {
  const names = new Map<string, string>();
  const value = read({ written, name, at: name, values, names }, current);
  return {
    value,
    nameOf(pointer) {
      for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
        const found = names.get(at);
        if (found !== undefined) return found;
      }
      return null;
    },
  };
}

interface Reading {
  written: Schema;
  /** In the form. */
  name: string;
  /** Pointer in the new file. */
  at: string;
  values: Values;
  names: Map<string, string>;
}

function read(reading: Reading, current: unknown): unknown {
  const { written, name, at, values, names } = reading;
  const { schema, optional } = plain(written);
  names.set(at, name);
  if (schema.type === "boolean") return values[name] === "on";
  if (schema.type === "array") return readArray(reading, schema, Array.isArray(current) ? current : [], optional);
  if (schema.type === "object") return readObject(reading, schema, isObject(current) ? current : {}, optional);
  const typed = (values[name] ?? "").replaceAll("\r\n", "\n");
  if (typed.trim() === "" && (optional || schema.enum)) return optional ? null : undefined;
  // Of several types, an untouched value keeps its own.
  if (current !== undefined && typed === textOf(current)) return current;
  if (schema.type !== "integer" && schema.type !== "number") return typed;
  if (typed.trim() === "") return undefined;
  // With a decimal comma too: the check then names the price in cents.
  const number = Number(typed.replace(/^\s*(\d+),(\d+)\s*$/, "$1.$2"));
  return Number.isFinite(number) ? number : typed;
}

function readArray(reading: Reading, { items = {} }: Schema, current: unknown[], optional: boolean): unknown {
  const { name, at, values, names } = reading;
  if (items.enum && items.enum.length <= MOST_CHOICES) {
    const ticked = items.enum.filter((one) => values[`${name}/${escapedStep(one)}`] === "on");
    return [...current.filter((one) => ticked.includes(one as string)), ...ticked.filter((one) => !current.includes(one))];
  }
  if (!isWhole(items)) {
    const lines = (values[name] ?? "")
      .split(/[\n,]/)
      .map((line) => line.trim())
      .filter(Boolean);
    for (const index of lines.keys()) names.set(`${at}/${index}`, name);
    return lines.length === 0 && optional ? null : lines.map((line) => (items.type === "integer" ? Number(line) : line));
  }
  const parts = partsOf(name, values).filter((part) => !isLeftOut(`${name}/${part}`, part, values));
  return parts.map((part, index) =>
    read({ ...reading, written: items, name: `${name}/${part}`, at: `${at}/${index}` }, current[Number(part)]),
  );
}

function readObject(reading: Reading, schema: Schema, current: Json, optional: boolean): unknown {
  const { name, at, values } = reading;
  if (optional && isBlank(name, values)) return null;
  const inside = (key: string, written: Schema, part = escapedStep(key)) => {
    const next = { ...reading, written, name: `${name}/${part}`, at: `${at}/${escapedStep(key)}` };
    return read(next, current[key]);
  };
  if (schema.properties) {
    const required = schema.required ?? [];
    const entries = Object.entries(schema.properties).map(([key, one]) => {
      const value = inside(key, one);
      const mayLack = !required.includes(key) && one.default === undefined;
      const isUnsaid = mayLack && isBlank(`${name}/${escapedStep(key)}`, values);
      return [key, isUnsaid ? undefined : value] as const;
    });
    return said(entries);
  }
  const each = isObject(schema.additionalProperties) ? (schema.additionalProperties as Schema) : {};
  if (schema.propertyNames?.enum && !isWhole(each))
    return said(schema.propertyNames.enum.map((key) => [key, inside(key, each) || undefined] as const));
  const parts = partsOf(name, values).filter((part) => !isLeftOut(`${name}/${part}`, part, values));
  return said(
    parts.map((part) => {
      const key = part === ADDED ? (values[`${name}/${ADDED}/${KEY}`] ?? "").trim() : unescaped(part);
      return [key, inside(key, each, part)] as const;
    }),
  );
}

function said(entries: readonly (readonly [string, unknown])[]): Json {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The items of a list that the form names, the added one last. */
function partsOf(name: string, values: Values): string[] {
  const parts = new Set<string>();
  for (const field of Object.keys(values))
    if (field.startsWith(`${name}/`)) parts.add(field.slice(name.length + 1).split("/")[0] as string);
  return [...parts].sort((one, other) => Number(one === ADDED) - Number(other === ADDED));
}

/** Removed, or the one to add without anything in it. */
function isLeftOut(name: string, part: string, values: Values): boolean {
  return values[`${name}/${REMOVED}`] === "on" || (part === ADDED && isBlank(name, values));
}

/** Nothing was typed or ticked in it. */
function isBlank(name: string, values: Values): boolean {
  return !Object.entries(values).some(
    ([field, value]) => (field === name || field.startsWith(`${name}/`)) && value.trim() !== "",
  );
}

/** Without the alternative null, which an empty field says. */
function plain(schema: Schema): { schema: Schema; optional: boolean } {
  if (Array.isArray(schema.type))
    return { schema: { ...schema, type: schema.type.find((type) => type !== "null") }, optional: true };
  const ways = schema.anyOf?.filter(({ type }) => type !== "null");
  const [only] = ways ?? [];
  return only && ways?.length === 1 ? { schema: only, optional: true } : { schema, optional: false };
}

/** A value that one line cannot hold. */
function isWhole({ type }: Schema): boolean {
  return type === "object" || type === "array";
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}

function titleOf(item: unknown): string {
  return isObject(item) && typeof item.id === "string" ? item.id : "";
}

function labelOf(name: string): string {
  return words(unescaped(name.slice(name.lastIndexOf("/") + 1)));
}

function words(key: string): string {
  const text = key.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function unescaped(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
