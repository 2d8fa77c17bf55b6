import { pathOf, type Step } from "./step.ts";

/** The payment provider's pages, the test wallet, the age provider and the SQL console of a developer's machine. */
export const localTools: Step = async ({ req, env, executionCtx }, next) => {
  const { hostname, host, pathname, search } = new URL(req.url);
  if (hostname === "pay.localhost") {
    const { createSandboxPages } = await import("#worker/server/dev/sandbox-pages.ts");
    return createSandboxPages().fetch(req.raw, env, executionCtx);
  }
  if (hostname === "age.localhost") {
    const { createWallet } = await import("#worker/server/dev/wallet/pages.ts");
    return createWallet().fetch(req.raw, env, executionCtx);
  }
  if (hostname === "id.localhost" && env.ID_SERVICE) {
    const { method, body, headers: sent } = req.raw;
    const headers = new Headers(sent);
    headers.set("x-forwarded-host", host);
    headers.set("x-forwarded-proto", "http");
    const answer = await fetch(env.ID_SERVICE + pathname + search, { method, body, headers, redirect: "manual" });
    // Later steps add headers, which those of a fetched answer refuse.
    return new Response(answer.body, answer);
  }
  if (pathOf(req) === "/dev/sql") {
    const { answerSql } = await import("#worker/server/dev/sql.ts");
    return answerSql(req.raw, env);
  }
  return next();
};
