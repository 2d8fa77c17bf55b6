import type { Plugin } from "vite";

const IMPORT = /^import (\w+) from ("[^"]+\.module\.css");$/gm;
const COMMENTS = /^\s*(?:\/\/|\/?\*).*$/gm;
/** Imports of classes that the code names one by one, as `css.row`. Others stay: `css[tone]` needs the map, `default` is the map. */
export function namedClasses(code: string): string {
  const used = code.replaceAll(IMPORT, "").replaceAll(COMMENTS, "");
  return code.replaceAll(IMPORT, (line, name: string, file: string) => {
    const other = new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${name}\\b(?!\\.(?!default\\b)[a-zA-Z_])`);
    return other.test(used) ? line : `import * as ${name} from ${file};`;
  });
}

/** Rolldown keeps a whole map of classes, but drops unused exports. */
export function browserClasses(): Plugin {
  return {
    name: "browser-classes",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (this.environment.name !== "client" || !/\/app\/[^?]+\.tsx?$/.test(id)) return;
      const named = namedClasses(code);
      return named === code ? undefined : { code: named, map: null };
    },
  };
}
