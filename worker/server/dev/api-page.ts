import { html, raw } from "hono/html";

type Html = ReturnType<typeof html>;

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  description?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  [bound: string]: unknown;
}

type Content = Record<string, { schema: Schema; example?: unknown }>;

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

export interface ApiDocument {
  info: { title: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const BOUNDS = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "default"];

/** The reference of the API as HTML without scripts, for a page that has its own head. */
export function apiReference({ info, servers, tags, paths, components }: ApiDocument): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return html`<h2 id="${name}">${name}</h2><p>${description}</p>${own.map(operationOf)}`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => html`<details id="schema-${name}"><summary><b>${name}</b></summary>${fieldsOf(schema)}</details>`,
  );
  return html`${marked(info.description)}<p>Server: <code>${servers[0]?.url}</code>, as a document:
<a href="/api/openapi.json"><code>/api/openapi.json</code></a></p>
<nav aria-label="Groups">${tags.map(({ name }) => html`<a href="#${name}">${name}</a> `)}<a href="#schemas">Schemas</a></nav>
${groups}<h2 id="schemas">Schemas</h2>${schemas}`;
}

function operationOf({ method, path, operation }: { method: string; path: string; operation: Operation }): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const rows = parameters.map(
    ({ name, in: where, required, description: about = "", schema }) =>
      html`<li><code>${name}</code> in ${where}${required ? ", required" : ""}: ${typeOf(schema)}${about && html`. ${inline(about)}`}</li>`,
  );
  const body = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema, example }]) =>
      html`<h4>Body, <code>${type}</code></h4>${fieldsOf(schema)}${example ? html`<pre>${JSON.stringify(example, null, 2)}</pre>` : ""}`,
  );
  const answers = Object.entries(responses).map(([status, { description: about, content = {} }]) => {
    const fields = Object.values(content).map(({ schema }) => fieldsOf(schema));
    return html`<dt>${status}</dt><dd>${about}${fields}</dd>`;
  });
  return html`<details id="${operationId}"><summary><b>${method}</b> <code>${path}</code> ${summary}</summary>
${marked(description)}${rows.length > 0 ? html`<h4>Parameters</h4><ul>${rows}</ul>` : ""}${body}<h4>Answers</h4><dl>${answers}</dl></details>`;
}

/** Fields of an object with those inside them; anything else as its type. */
function fieldsOf(schema: Schema): Html {
  const inner = schema.items ?? schema;
  const branches = (inner.anyOf ?? inner.oneOf)?.filter(({ type }) => type !== "null");
  if (branches?.some(({ properties }) => properties))
    return html`<p>${typeOf(schema)}</p>${branches.map((branch) => fieldsOf(branch))}`;
  if (!inner.properties) return html`<p>${typeOf(schema)}</p>`;
  const fields = Object.entries(inner.properties).map(([name, field]) => {
    const nested = hasFields(field) ? fieldsOf(field) : "";
    const needed = inner.required?.includes(name) ? "" : ", optional";
    return html`<li><code>${name}</code>${needed}: ${typeOf(field)}${field.description && html`. ${inline(field.description)}`}${nested}</li>`;
  });
  return html`<ul>${fields}</ul>`;
}

function hasFields(schema: Schema): boolean {
  const inner = schema.items ?? schema;
  return Boolean(inner.properties ?? (inner.anyOf ?? inner.oneOf)?.some(({ properties }) => properties));
}

function typeOf(schema: Schema): Html {
  const { $ref, type, format, enum: values, anyOf, oneOf, items, additionalProperties } = schema;
  const name = $ref?.split("/").pop();
  if (name) return html`<a href="#schema-${name}">${name}</a>`;
  if ("const" in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (values) return html`${values.map((value, index) => html`${index > 0 ? ", " : ""}<code>${JSON.stringify(value)}</code>`)}`;
  const branches = anyOf ?? oneOf;
  if (branches) return html`${branches.map((branch, index) => html`${index > 0 ? " or " : ""}${typeOf(branch)}`)}`;
  if (items) return html`list of ${typeOf(items)}`;
  if (typeof additionalProperties === "object") return html`object by key: ${typeOf(additionalProperties)}`;
  const bounds = BOUNDS.filter((bound) => schema[bound] !== undefined).map(
    (bound) => `${bound} ${JSON.stringify(schema[bound])}`,
  );
  return html`${[[type].flat().join(" or "), format, ...bounds].filter(Boolean).join(", ")}`;
}

/** The Markdown of our own descriptions: paragraphs, bold and code. */
function marked(text: string): Html {
  return html`${text.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
}

function inline(text: string): Html {
  const escaped = text.replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`);
  return html`${raw(escaped.replace(/\*\*(.+?)\*\*/g, "<b>$1</b>").replace(/`(.+?)`/g, "<code>$1</code>"))}`;
}
