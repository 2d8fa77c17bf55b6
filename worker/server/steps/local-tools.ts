import { pathOf, type Step } from "./step.ts";

/** The payment provider's pages, the test wallet and the SQL console of a developer's machine. */
export const localTools: Step = async ({ req, env, executionCtx }, next) => {
  if (new URL(req.url).hostname === "pay.localhost") {
    const { createSandboxPages } = await import("#worker/server/dev/sandbox-pages.ts");
    return createSandboxPages().fetch(req.raw, env, executionCtx);
  }
  if (new URL(req.url).hostname === "age.localhost") {
    const { createWallet } = await import("#worker/server/dev/wallet/pages.ts");
    return createWallet().fetch(req.raw, env, executionCtx);
  }
  if (pathOf(req) === "/dev/sql") {
    const { answerSql } = await import("#worker/server/dev/sql.ts");
    return answerSql(req.raw, env);
  }
  return next();
};
