import type { z } from "zod";
import type { AgeList } from "#worker/accounts/age/list.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { log } from "#worker/platform/log.ts";
import type { contract } from "./status.contract.ts";
import type { FailedTask, StatusRows, StatusStore } from "./status.store.ts";
import { CRON_LATE, WAITING, WHOLE_CRON } from "./status.vocabulary.ts";

type Output = z.output<(typeof contract)["staffStatus"]["output"]>;

interface Deps {
  store: StatusStore;
  build: Pick<Output["build"], "version" | "build">;
  limit: number;
  ageList: Pick<AgeList, "report">;
}

export function createStatus({ store, build, limit, ageList }: Deps) {
  return {
    async staffStatus(ctx: StaffMemberContext): Promise<Output> {
      const [rows, age_list] = await Promise.all([store.read(ctx.now), ageList.report(ctx.now)]);
      const about = { at: new Date(ctx.now).toISOString(), build: { ...build, schema: rows.schema } };
      return { ...about, ...shown(rows, ctx.now), limit, age_list };
    },
  };
}

/** Runs all tasks beside each other: a failing one must not delay the others. Notes the run. `clock` in ms. */
export async function runTasks(
  store: Pick<StatusStore, "noteRun">,
  tasks: Readonly<Record<string, () => Promise<unknown>>>,
  clock: () => number,
): Promise<void> {
  const begun = clock();
  const failed: FailedTask[] = [];
  const run = async ([task, work]: [string, () => Promise<unknown>]) => {
    try {
      await work();
    } catch (error) {
      log("error", "sweep failed", { task, error });
      failed.push({ name: task, error: kindOf(error) });
    }
  };
  await Promise.all(Object.entries(tasks).map(run));
  const ended = clock();
  try {
    await store.noteRun(ended, ended - begun, failed);
  } catch (error) {
    log("error", "sweep failed", { task: WHOLE_CRON, error });
  }
}

/** The code that a message begins with, or the error's name. The rest could quote personal values. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && /^\w{1,60}$/.test(code)) return code;
  const cause = error.cause instanceof Error ? error.cause.message : "";
  return /\b(D1_[A-Z_]+|SQLITE_[A-Z_]+)/.exec(`${error.message} ${cause}`)?.[0] ?? error.name.slice(0, 60);
}

function shown({ tasks, waiting, mails, errors, pushed, refusing, providers }: StatusRows, now: number) {
  const whole = tasks.find(({ name }) => name === WHOLE_CRON);
  const [sent, last, refused] = [mails[0], pushed[0], refusing[0]];
  return {
    cron: { ran_at: iso(whole?.ranAt), took_ms: whole?.tookMs ?? null, late: !whole?.ranAt || now - whole.ranAt > CRON_LATE },
    tasks: tasks
      .filter(({ name }) => name !== WHOLE_CRON)
      .map(({ name, failedAt, failures, error }) => ({ name, failed_at: iso(failedAt), failures, error: error ?? "" })),
    waiting: waiting.map(({ name, count, oldest }) => {
      const most = WAITING[name];
      return { name, count, oldest: iso(oldest), late: most !== null && oldest !== null && now - oldest > most };
    }),
    mail: {
      sent_at: iso(sent?.at),
      // A mail that waits keeps the time of its next attempt, which may be to come.
      errors: errors.map(({ code, count, at }) => ({ code, count, at: at === null || at > now ? null : iso(at) })),
    },
    push: { sent_at: iso(last?.at), refused: refused?.count ?? 0, refused_at: iso(refused?.at) },
    payments: providers.map(({ provider, paidAt, refused: count, refusedAt }) => ({
      provider,
      ...{ paid_at: iso(paidAt), refused: count, refused_at: iso(refusedAt) },
    })),
  };
}

function iso(at: number | null | undefined): string | null {
  return at == null ? null : new Date(at).toISOString();
}
