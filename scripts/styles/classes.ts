import { transform } from "lightningcss";

/** A class that a module's importer names and the module does not define. */
export interface MissingClass {
  sheet: string;
  name: string;
}

const TEXT = /"[^"\n]*"/g;
const IMPORT = /import (\w+) from "([^"]+\.module\.css)"/g;

/** `read` returns the text of an imported sheet. Names that are computed are not seen. */
export function missingClasses(source: string, read: (sheet: string) => string): MissingClass[] {
  const code = source.replaceAll(TEXT, "");
  return [...source.matchAll(IMPORT)].flatMap(([, variable, sheet = ""]) => {
    const { exports } = transform({ filename: sheet, code: Buffer.from(read(sheet)), cssModules: true });
    const defined = new Set(Object.keys(exports ?? {}));
    const named = new Set([...code.matchAll(new RegExp(`(?<![\\w.])${variable}\\.(\\w+)`, "g"))].map(([, name = ""]) => name));
    return [...named].filter((name) => !defined.has(name)).map((name) => ({ sheet, name }));
  });
}
