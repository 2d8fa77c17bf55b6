import { formsOf, isPlural, PLURAL_FORMS, problemsOf, type Tree } from "./tree.ts";

// https://www.i18next.com/misc/json-format#i18next-json-v4: "unread_one" and "unread_other" are forms of one text.
const LOOKS_LIKE_A_FORM = new RegExp(`_(${PLURAL_FORMS.join("|")})$`);

/** Plural forms become keys beside each other. A plain key that looks like a form gets "_" at its end. */
export function toI18next(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]): [string, string | Tree][] => {
      if (typeof value === "string") return [[plainName(name), value]];
      if (!isPlural(value)) return [[name, toI18next(value)]];
      return Object.entries(value).map(([form, text]) => [`${name}_${form}`, text]);
    }),
  );
}

/** The catalogue in the order of the English one. `problems` name every key that is not as that one asks. */
export function fromI18next(tag: string, file: unknown, english: Tree): { tree: Tree; problems: string[] } {
  const problems: string[] = [];
  return { tree: read(english, file, ""), problems };

  function read(source: Tree, part: unknown, path: string): Tree {
    if (typeof part !== "object" || part === null || Array.isArray(part)) {
      problems.push(`${tag}: ${path.slice(0, -1) || "the file"} is ${part === undefined ? "missing" : "no list of texts"}`);
      return {};
    }
    const left = new Map<string, unknown>(Object.entries(part));
    const found: Tree = {};
    for (const [name, value] of Object.entries(source)) {
      if (typeof value !== "string" && !isPlural(value)) {
        found[name] = read(value, taken(left, name), `${path}${name}.`);
        continue;
      }
      const text = typeof value === "string" ? taken(left, plainName(name)) : formsIn(left, name);
      const texts = typeof text === "object" ? Object.values(text as object) : [text];
      if (texts.some((one) => one !== undefined && typeof one !== "string")) problems.push(`${tag}: ${path}${name} is no text`);
      else problems.push(...problemsOf(tag, `${path}${name}`, value, text as string | Tree | undefined));
      if (text !== undefined) found[name] = text as string | Tree;
    }
    for (const name of left.keys()) problems.push(`${tag}: ${path}${name} is unknown`);
    return found;
  }

  function formsIn(left: Map<string, unknown>, name: string): object | undefined {
    const forms = formsOf(tag).filter((form) => left.has(`${name}_${form}`));
    return forms.length > 0 ? Object.fromEntries(forms.map((form) => [form, taken(left, `${name}_${form}`)])) : undefined;
  }
}

function taken(left: Map<string, unknown>, name: string): unknown {
  const value = left.get(name);
  left.delete(name);
  return value;
}

function plainName(name: string): string {
  return LOOKS_LIKE_A_FORM.test(name) ? `${name}_` : name;
}
