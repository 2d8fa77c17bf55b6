import { Unreadable } from "#worker/platform/errors.ts";

type Action = (form: FormData) => Promise<unknown>;
type Modules = Record<string, () => Promise<Record<string, unknown>>>;

interface Deps {
  /** Every module that a page may name; undefined in development, where `load` finds them. */
  modules: Modules | undefined;
  load(id: string): Promise<unknown>;
  decodeReply(body: FormData | string, options?: unknown): Promise<unknown>;
  /** Throws unless the action may run for its author. `posted`: a form without scripts and what it says of him. */
  admit(action: Action, posted: { said: string; form: FormData } | null): Promise<void>;
}

/** Maximum fields per form; our longest form has about eighty. */
const MAX_FIELDS = 500;
const ACTION = "$ACTION_ID_";
/** React's encoding of the arguments: one form, held in the same body under this number. */
const ONE_FORM = /^\["\$K([0-9a-f]{1,4})"\]$/;

/** React would resolve any reference in a body; ours accept one form and no bound values. @throws Unreadable */
export function createReplies({ modules, load, decodeReply, admit }: Deps) {
  async function find(id: string): Promise<Action> {
    const [module = "", name = "", ...rest] = id.split("#");
    if (rest.length > 0 || (modules && !Object.hasOwn(modules, module))) throw new Unreadable("unknown server function");
    if (!modules) return (await load(id)) as Action;
    const exported = await modules[module]?.();
    const found = exported && Object.hasOwn(exported, name) ? exported[name] : null;
    if (typeof found !== "function") throw new Unreadable("unknown server function");
    return found as Action;
  }

  return {
    async loadServerAction(id: string): Promise<Action> {
      const action = await find(id);
      await admit(action, null);
      return action;
    },

    /** Arguments of a server function that the client router calls. */
    async decodeReply(body: FormData | string, options?: unknown): Promise<unknown[]> {
      if (typeof body === "string") throw new Unreadable("no form");
      const fields = namesOf(body);
      const [, number] = ONE_FORM.exec(String(body.get("0"))) ?? [];
      if (number === undefined || body.getAll("0").length > 1) throw new Unreadable("not one form");
      if (!fields.every((name) => name === "0" || name.startsWith(`_${number}_`))) throw new Unreadable("more than one form");
      const decoded = await decodeReply(body, options);
      if (!Array.isArray(decoded) || decoded.length !== 1 || !(decoded[0] instanceof FormData))
        throw new Unreadable("not one form");
      return decoded;
    },

    /** Server function and form of a post without JavaScript. The button's function follows the form's and wins. */
    async decodeAction(form: FormData): Promise<() => Promise<unknown>> {
      const names = namesOf(form).filter((name) => name.startsWith("$ACTION_"));
      if (!names.every((name) => name.startsWith(ACTION))) throw new Unreadable("a bound server function");
      const last = names.at(-1) ?? "";
      const action = await find(last.slice(ACTION.length));
      const typed = new FormData();
      for (const [name, value] of form) if (!name.startsWith("$ACTION_")) typed.append(name, value);
      await admit(action, { said: String(form.get(last)), form: typed });
      return () => action(typed);
    },
  };
}

/** A form without scripts names its author in the field that names its server function. */
export function withAuthor(html: string, author: string): string {
  return html.replaceAll(`name="${ACTION}`, () => `value="${author}" name="${ACTION}`);
}

function namesOf(form: FormData): string[] {
  const names = [...form.keys()];
  if (names.length > MAX_FIELDS) throw new Unreadable("too many fields");
  return names;
}
