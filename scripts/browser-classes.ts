import type { Plugin } from "vite";

const IMPORT = /^import (\w+) from ("[^"]+\.module\.css");$/gm;
const COMMENTS = /^\s*(?:\/\/|\/?\*).*$/gm;
/** Vite exports no class of these names on its own. */
const RESERVED =
  "(?:arguments|case|catch|class|default|delete|do|else|export|extends|for|if|import|in|new|of|switch|this|try|with)\\b";

/** Imports of classes that the code names one by one, as `css.row`. Others stay: `css[tone]` needs the whole map. */
export function namedClasses(code: string): string {
  const used = code.replaceAll(IMPORT, "").replaceAll(COMMENTS, "");
  return code.replaceAll(IMPORT, (line, name: string, file: string) => {
    const other = new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${name}\\b(?!\\.(?!${RESERVED})[a-zA-Z_])`);
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
