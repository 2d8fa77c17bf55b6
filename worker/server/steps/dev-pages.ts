import { pathOf, type Step } from "./step.ts";

/** Mails, photos and log-ins of a developer's machine; `/dev/ui` is a page. */
export const devPages: Step = async ({ req, var: { env }, executionCtx }, next) => {
  if (!/^\/dev\/(?!ui(\.|$))/.test(pathOf(req))) return next();
  const { createDevPages } = await import("#worker/server/dev/pages.ts");
  return createDevPages().fetch(req.raw, env, executionCtx);
};
