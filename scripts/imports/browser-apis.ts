/** A browser's own thing that pages use through one file, and how a direct use looks. */
interface Rule {
  direct: RegExp;
  why: string;
  /** Files that may. */
  except: RegExp;
  /** A file with this is right. */
  unless?: RegExp;
}

const RULES: Rule[] = [
  {
    direct:
      /\b(?:localStorage|sessionStorage|indexedDB|BroadcastChannel|caches)\b|\bnavigator\s*\??\.\s*(?:serviceWorker|locks)\b/,
    why: "web views have none and browsers refuse it: app/ui/storage.ts",
    // Inline scripts run before any file.
    except: /^app\/(?:ui\/(?:storage|wipe-kept-chats)|rendering\/scripts|features\/accounts\/signup\/keep-typed)\.ts$/,
  },
  {
    direct: /["']key(?:down|up)["']|\bonKey(?:Down|Up)\b/,
    why: "a key may belong to an input method: keyOf of app/ui/keys.ts",
    except: /^$/,
    unless: /\bkeyOf\(/,
  },
  {
    direct: /<(?:input|textarea)\b(?:=>|[^<>])*\bmaxLength=/,
    why: "it counts UTF-16 units and cuts emoji: Input or Textarea of app/ui",
    // Digits alone, and a search whose call counts units.
    except: /^app\/(?:ui\/(?:input|textarea|date-of-birth)|features\/messaging\/chat\/chat-rows\.client)\.tsx$/,
  },
];

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Why a file of `app` may not stay as it is. */
export function directUses(file: string, text: string): string[] {
  if (!file.startsWith("app/")) return [];
  const code = text.replace(COMMENTS, "");
  return RULES.filter(({ direct, except, unless }) => !except.test(file) && direct.test(code) && !unless?.test(code)).map(
    ({ why }) => why,
  );
}
