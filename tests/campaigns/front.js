// Stands in front of the built Worker in campaigns: sets its clock, and stops it between two steps of its work.
import product, { MessageArchive as Archive, LimitCounter as Counter, MemberInbox as Inbox } from "./index.js";

export * from "./index.js";

const realNow = Date.now.bind(Date);
let at = null;
Date.now = () => at ?? realNow();

/** Steps since the last arming: each call of D1, KV and the queue counts once before and once after. */
let stop = { at: Number.POSITIVE_INFINITY, steps: 0, stopped: null };
let watched = false;

async function step(name) {
  if (++stop.steps !== stop.at) return;
  stop.stopped = name;
  // The campaign kills the process meanwhile.
  await scheduler.wait(600_000);
}

function watch(owner, method, name) {
  const original = owner[method];
  owner[method] = async function (...values) {
    await step(`before ${name}`);
    const answer = await original.apply(this, values);
    await step(`after ${name}`);
    return answer;
  };
}

function watchAll(env) {
  if (watched) return;
  watched = true;
  watch(Object.getPrototypeOf(env.DB.withSession()), "_send", "D1");
  for (const method of ["get", "put"]) watch(Object.getPrototypeOf(env.VISITORS), method, `KV ${method}`);
  watch(Object.getPrototypeOf(env.MAIL_QUEUE), "send", "queue");
}

let storageWatched = false;

export class MessageArchive extends Archive {
  constructor(ctx, env) {
    super(ctx, env);
    if (storageWatched) return;
    storageWatched = true;
    for (const method of ["sync", "setAlarm", "deleteAlarm", "deleteAll"])
      watch(Object.getPrototypeOf(ctx.storage), method, `object ${method}`);
  }

  lose(seq) {
    this.ctx.storage.sql.exec("DELETE FROM messages WHERE seq = ?", seq);
  }
}

export class MemberInbox extends Inbox {
  reset() {
    this.ctx.abort("reset by the campaign");
  }
}

let limited = true;

export class LimitCounter extends Counter {
  check(...values) {
    return limited ? super.check(...values) : { allowed: true, retryAfterMs: 0 };
  }
}

/** Lines that the product has logged. */
const logged = [];
for (const level of ["info", "warn", "error"]) {
  const print = console[level].bind(console);
  console[level] = (line) => {
    logged.push(String(line));
    print(line);
  };
}

/** What the local sender of SMS has stored. */
async function localSms(visitors, cursor) {
  const page = await visitors.list({ prefix: "sms:", cursor });
  const sent = page.keys.map(({ metadata }) => metadata);
  return page.list_complete ? sent : [...sent, ...(await localSms(visitors, page.cursor))];
}

async function control(url, request, env, execution) {
  const ms = url.searchParams.get("at");
  switch (url.pathname) {
    case "/campaign/clock":
      at = ms === "" ? null : Number(ms);
      return Response.json({ at });
    case "/campaign/stop":
      watchAll(env);
      stop = { at: ms === "" ? Number.POSITIVE_INFINITY : Number(ms), steps: 0, stopped: null };
      return Response.json(stop);
    case "/campaign/steps":
      return Response.json(stop);
    case "/campaign/sweep":
      await product.scheduled({ scheduledTime: Number(ms), cron: "* * * * *" }, env, execution);
      return Response.json({});
    case "/campaign/sql": {
      const answers = await env.DB.batch((await request.json()).map(({ sql, values }) => env.DB.prepare(sql).bind(...values)));
      return Response.json(answers.map(({ results }) => results));
    }
    case "/campaign/each": {
      // Each a transaction of its own, all at once.
      const done = await Promise.allSettled(
        (await request.json()).map(({ sql, values }) =>
          env.DB.prepare(sql)
            .bind(...values)
            .run(),
        ),
      );
      return Response.json(
        done.map(({ status, value, reason }) => (status === "fulfilled" ? value.meta.changes : String(reason))),
      );
    }
    case "/campaign/archive": {
      const { method, conversation, values } = await request.json();
      const object = env.ARCHIVE.get(env.ARCHIVE.idFromName(conversation));
      return Response.json((await object[method](...values)) ?? null);
    }
    case "/campaign/reset":
      await env.INBOX.get(env.INBOX.idFromName(url.searchParams.get("member")))
        .reset()
        .catch(() => {}); // the object is gone before it answers
      return Response.json({});
    case "/campaign/limits":
      limited = url.searchParams.get("on") === "true";
      return Response.json({ limited });
    case "/campaign/log":
      return Response.json(logged);
    case "/campaign/sms":
      return Response.json(await localSms(env.VISITORS));
    case "/campaign/keep":
      await env.VISITORS.put(url.searchParams.get("key"), await request.text());
      return Response.json({});
    case "/campaign/sandbox":
      return Response.json(await env.VISITORS.get(`sandbox:${url.searchParams.get("id")}`, "json"));
    default:
      return new Response(null, { status: 404 });
  }
}

export default {
  ...product,
  fetch(request, env, execution) {
    const url = new URL(request.url);
    return url.pathname.startsWith("/campaign/") ? control(url, request, env, execution) : product.fetch(request, env, execution);
  },
};
