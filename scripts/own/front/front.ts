// Entry of the deploy build on an own server: does what Cloudflare's network does in a deployment.
import { createS3Bucket } from "./bucket.ts";
import product, { MessageArchive as Archive, MemberInbox as Inbox } from "./index.js";
import { answerInside, type InsideEnv } from "./inside.ts";
import { KeptQueue } from "./queue.ts";
import { closeSockets, isLeaving, noteSocket } from "./sockets.ts";
import { asVisited } from "./visited.ts";

export * from "./index.js";

interface OwnEnv extends Env, InsideEnv {
  QUEUES: DurableObjectNamespace<OwnQueue>;
  SMTP: Fetcher;
  COUNTRY_HEADER?: string;
  PHOTOS_S3?: string;
}

const QUEUES = ["liaison-mail", "liaison-push"];
const known = new WeakMap<object, Env>();

/** The same object for the same bindings: the product keeps what it made of them. */
function owned(env: OwnEnv): Env {
  const found = known.get(env);
  if (found) return found;
  const { QUEUES: queues, SMTP: smtp, COUNTRY_HEADER: _, INSIDE_KEY: __, PHOTOS_S3: s3, ...bindings } = env;
  const made = {
    ...bindings,
    MAIL_QUEUE: queueOf(queues, "liaison-mail"),
    PUSH_QUEUE: queueOf(queues, "liaison-push"),
    MAILER: { send: (message: unknown) => sendBy(smtp, message) },
    ...(s3 && { PHOTOS: createS3Bucket(JSON.parse(s3)) }),
  } as unknown as Env;
  known.set(env, made);
  return made;
}

function queueOf(queues: OwnEnv["QUEUES"], name: string): Queue {
  const keep = async (messages: Iterable<MessageSendRequest>) => {
    const kept = [...messages].map(({ body, delaySeconds }) => ({ body: JSON.stringify(body), delay: delaySeconds ?? 0 }));
    await queues.get(queues.idFromName(name)).keep(name, kept);
  };
  return {
    send: (body: unknown, options?: QueueSendOptions) => keep([{ body, ...options }]),
    sendBatch: keep,
  } as unknown as Queue;
}

async function sendBy(smtp: Fetcher, message: unknown): Promise<void> {
  const answer = await smtp.fetch("http://smtp/", { method: "POST", body: JSON.stringify(message) });
  if (answer.ok) return;
  const { code } = await answer.json<{ code: string }>();
  throw Object.assign(new Error("the mail server did not take the mail"), { code });
}

export class OwnQueue extends KeptQueue {
  protected async deliver(batch: MessageBatch<unknown>): Promise<void> {
    await product.queue(batch, owned(this.env as unknown as OwnEnv), this.ctx as unknown as ExecutionContext);
  }
}

// Both take the place of the product's own in `export *`, and have the same bindings as its requests.
export class MessageArchive extends Archive {
  constructor(ctx: DurableObjectState, env: OwnEnv) {
    super(ctx, owned(env));
  }
}

export class MemberInbox extends Inbox {
  constructor(ctx: DurableObjectState, env: OwnEnv) {
    super(ctx, owned(env));
  }

  override fetch(request: Request): Promise<Response> {
    if (isLeaving()) return Promise.resolve(new Response(null, { status: 503 }));
    noteSocket(this.ctx.id.toString());
    return super.fetch(request);
  }
}

export default {
  fetch(request, env, execution) {
    const visited = asVisited(request, env.COUNTRY_HEADER);
    return product.fetch(visited as Parameters<typeof product.fetch>[0], owned(env), execution);
  },
} satisfies ExportedHandler<OwnEnv>;

/** On a port of its own. */
export const Inside = {
  fetch(request, env, execution) {
    return answerInside(request, env, {
      async runCron() {
        for (const name of QUEUES) await env.QUEUES.get(env.QUEUES.idFromName(name)).wake();
        const event = { cron: "* * * * *", scheduledTime: Date.now(), noRetry() {} };
        await product.scheduled(event as ScheduledController, owned(env), execution);
      },
      leave: () => closeSockets(env.INBOX),
    });
  },
} satisfies ExportedHandler<OwnEnv>;
