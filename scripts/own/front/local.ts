// Entry of `npm start` and the tests: the build, and the entrance of the process that started it.
import product from "./index.js";
import { answerInside, type InsideEnv } from "./inside.ts";

export * from "./index.js";
export default product;

/** On a port of its own. */
export const Inside = {
  fetch(request, env, execution) {
    return answerInside(request, env, {
      async runCron() {
        const event = { cron: "* * * * *", scheduledTime: Date.now(), noRetry() {} };
        await product.scheduled(event as ScheduledController, env, execution);
      },
      leave: () => Promise.resolve(),
    });
  },
} satisfies ExportedHandler<Env & InsideEnv>;
