import { z } from "zod";

export type Json = Record<string, unknown>;

type Zod = { _zod: { def: { type: string; keyType?: z.ZodType; valueType?: z.ZodType } } };

/** JSON Schema 2020-12 of a contract's schema. Named schemas go to `schemas`, and references to them stay. */
export function jsonSchema(
  schema: z.ZodType,
  io: "input" | "output",
  named: z.core.$ZodRegistry<{ id: string }>,
  schemas: Json,
): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    metadata: named,
    override: ({ zodSchema, jsonSchema: json }) => improve(zodSchema as unknown as z.ZodType & Zod, json as Json),
  });
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs, ...rest } = JSON.parse(text) as Json;
  Object.assign(schemas, $defs);
  return rest;
}

/** Says what generators of clients need, in the form that they read. */
function improve(schema: z.ZodType & Zod, json: Json): void {
  // Hints for callers, such as the values that a rule accepts: the rule refuses others in the member's language.
  const { examples: _, ...hints } = z.globalRegistry.get(schema) ?? {};
  Object.assign(json, hints);
  for (const [bound, of] of [
    ["minimum", Number.MIN_SAFE_INTEGER],
    ["maximum", Number.MAX_SAFE_INTEGER],
  ] as const)
    if (json[bound] === of) delete json[bound];
  if (json.format === "date-time") delete json.pattern;
  if (schema._zod.def.type === "record") nameKeys(json);
  if (Array.isArray(json.anyOf)) withoutEmpty(json, json.anyOf);
}

/** A record of known keys becomes an object with these properties. */
function nameKeys(json: Json): void {
  const names = (json.propertyNames as Json | undefined)?.enum;
  if (!Array.isArray(names)) return;
  json.properties = Object.fromEntries(names.map((name) => [name, json.additionalProperties]));
  json.additionalProperties = false;
  delete json.propertyNames;
}

/** A blank field is left out of an answer, so its branch has no values. */
function withoutEmpty(json: Json, branches: Json[]): void {
  const full = branches.filter((branch) => Object.keys(branch).length > 0);
  if (full.length === branches.length) return;
  delete json.anyOf;
  if (full.length === 1) Object.assign(json, full[0]);
  else json.anyOf = full;
}
