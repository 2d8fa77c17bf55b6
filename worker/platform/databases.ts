/** A pool without an entry in the directory lives here, and so does the directory. */
export const PRIMARY = "DB";
const BINDING = /^DB(?:_[A-Z0-9]+)?$/;
const KEY = /^(DB_[A-Z0-9]+)\/(.+)$/s;

const made = new WeakMap<Env, Map<string, Env>>();
const bound = new WeakMap<Env, string[]>();
const roots = new WeakMap<Env, Env>();

export function databasesOf(env: Env): string[] {
  const known = bound.get(env) ?? Object.keys(env).filter((name) => BINDING.test(name));
  bound.set(env, known);
  return known;
}

/** Services made of it ask this database alone. @throws TypeError for a database that the build does not bind */
export function inDatabase(env: Env, name: string): Env {
  if (name === (env.DATABASE ?? PRIMARY)) return env;
  const known = made.get(env) ?? new Map<string, Env>();
  made.set(env, known);
  const there = known.get(name) ?? otherThan(env, name);
  known.set(name, there);
  roots.set(there, env);
  return there;
}

function otherThan(env: Env, name: string): Env {
  const bindings = env as unknown as Record<string, unknown>;
  const db = BINDING.test(name) && (bindings[name] as D1Database | undefined);
  if (!db || env.DATABASE) throw new TypeError(`no database ${name}`);
  return { ...env, DB: db, DATABASE: name, STAFF_HOST: bindings[`STAFF_HOST_${name}`] as string | undefined };
}

/** The databases of this Worker but for this one. */
export function otherDatabases(env: Env): Env[] {
  const root = roots.get(env) ?? env;
  return databasesOf(root).flatMap((name) => (name === (env.DATABASE ?? PRIMARY) ? [] : [inDatabase(root, name)]));
}

/** Key of an id for objects and queues, which serve every database. */
export function keyIn({ DATABASE }: Pick<Env, "DATABASE">, id: string): string {
  return DATABASE ? `${DATABASE}/${id}` : id;
}

/** Without the name of this database; null for a key of another one. */
export function idIn({ DATABASE }: Pick<Env, "DATABASE">, key: string): string | null {
  const [, name, id] = KEY.exec(key) ?? [];
  return name === DATABASE ? (id ?? key) : null;
}

/** @throws TypeError for a database that the build does not bind */
export function ofKey(env: Env, key: string): { env: Env; id: string } {
  const [, name, id] = KEY.exec(key) ?? [];
  return name && id ? { env: inDatabase(env, name), id } : { env, id: key };
}
