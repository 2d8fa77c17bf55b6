// Stands in front of the built Worker in `npm run bench -- --only costs`: counts what a deployment pays for.
import product, { MemberInbox as Inbox, LimitCounter as Limit } from "./index.js";

export * from "./index.js";

const NAMES = ["rowsRead", "rowsWritten", "trips", "objects", "objectRows", "r2Reads", "r2Writes", "kvReads", "kvWrites"];
let counts = {};
let cursors = [];
let watched = false;
let storageWatched = false;
reset();

function reset() {
  counts = Object.fromEntries([...NAMES, "queued", "images"].map((name) => [name, 0]));
  cursors = [];
}

function count(owner, method, name, by = () => 1) {
  const original = owner[method];
  owner[method] = function (...values) {
    counts[name] += by(values);
    return original.apply(this, values);
  };
}

function countStubs(namespace) {
  const owner = Object.getPrototypeOf(namespace);
  for (const method of ["get", "getByName"]) {
    const original = owner[method];
    owner[method] = function (...values) {
      const stub = original.apply(this, values);
      return new Proxy(stub, {
        get(target, name) {
          const found = target[name];
          if (typeof found !== "function") return found;
          return (...given) => {
            counts.objects++;
            return target[name](...given);
          };
        },
      });
    };
  }
}

function watch(env) {
  if (watched) return;
  watched = true;
  // The bench serves without the emulated assets, which the cron would miss.
  env.ASSETS ??= {};
  const session = Object.getPrototypeOf(env.DB.withSession());
  const send = session._send;
  session._send = async function (...values) {
    const answer = await send.apply(this, values);
    counts.trips++;
    for (const one of [answer].flat()) {
      counts.rowsRead += one?.meta?.rows_read ?? 0;
      counts.rowsWritten += one?.meta?.rows_written ?? 0;
    }
    return answer;
  };
  countStubs(env.INBOX);
  const bucket = Object.getPrototypeOf(env.PHOTOS);
  for (const method of ["get", "head"]) count(bucket, method, "r2Reads");
  for (const method of ["put", "list"]) count(bucket, method, "r2Writes");
  const visitors = Object.getPrototypeOf(env.VISITORS);
  count(visitors, "get", "kvReads");
  count(visitors, "put", "kvWrites");
  const queue = Object.getPrototypeOf(env.MAIL_QUEUE);
  count(queue, "send", "queued");
  count(queue, "sendBatch", "queued", ([messages]) => [...messages].length);
  count(Object.getPrototypeOf(env.IMAGES), "input", "images");
}

function watchStorage(storage) {
  if (storageWatched) return;
  storageWatched = true;
  const sql = Object.getPrototypeOf(storage.sql);
  const { exec } = sql;
  sql.exec = function (...values) {
    const cursor = exec.apply(this, values);
    cursors.push(cursor);
    return cursor;
  };
  const kv = Object.getPrototypeOf(storage.kv);
  count(kv, "put", "objectRows");
  // A key that is not there is no row.
  const { delete: remove } = kv;
  kv.delete = function (key) {
    if (this.get(key) !== undefined) counts.objectRows++;
    return remove.call(this, key);
  };
  count(Object.getPrototypeOf(storage), "setAlarm", "objectRows");
}

export class MemberInbox extends Inbox {
  constructor(ctx, env) {
    super(ctx, env);
    watchStorage(ctx.storage);
  }
}

export class LimitCounter extends Limit {
  constructor(ctx, env) {
    super(ctx, env);
    watchStorage(ctx.storage);
  }
}

export default {
  ...product,
  async fetch(request, env, execution) {
    watch(env);
    if (request.url.endsWith("/api/cron")) {
      await product.scheduled({ cron: "* * * * *", scheduledTime: Date.now(), noRetry() {} }, env, execution);
      return new Response("", { status: 200 });
    }
    if (!request.url.endsWith("/api/costs")) return product.fetch(request, env, execution);
    const objectRows = counts.objectRows + cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0);
    const answer = Response.json({ ...counts, objectRows });
    reset();
    return answer;
  },
  async queue(batch, env, execution) {
    watch(env);
    return product.queue(batch, env, execution);
  },
};
