import type { User } from "#worker/accounts/user/user.contract.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { loginPrint } from "#worker/people/links/login-link.ts";
import { findLink } from "#worker/people/links/one-time-link.ts";
import type { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { contract } from "./login-link.contract.ts";
import type { FoundLink, LoginLinkStore } from "./login-link.store.ts";
import type { StartSession } from "./start-session.ts";

export function createLoginLinks({ store, startSession }: { store: LoginLinkStore; startSession: StartSession }) {
  return {
    async loginLink(ctx: Context, { token }: Input<typeof contract.loginLink>): Promise<Output<typeof contract.loginLink>> {
      const found = await find(ctx, token);
      if (!found) return { state: "expired", path: null, name: null };
      const path = found.token.data;
      if (ctx.viewer?.id === found.account.id) return { state: "here", path, name: null };
      return (await isOpen(found, ctx.now))
        ? { state: "open", path, name: found.profile.name }
        : { state: "expired", path: null, name: null };
    },

    /** @throws link_expired, login_failed, excluded */
    async loginByLink(ctx: Context, { token }: Input<typeof contract.loginByLink>): Promise<Answer<User>> {
      const found = await find(ctx, token);
      if (!found || !(await isOpen(found, ctx.now))) throw new AppError("link_expired");
      if (!(await store.claim(found, ctx.now))) throw new AppError("link_expired");
      return startSession(ctx, { ...found, id: found.account.id });
    },
  };

  function find(ctx: Context, token: string): Promise<FoundLink | null> {
    return findLink("login", token, ctx.domain.pool, store.find);
  }
}

async function isOpen({ token, account }: FoundLink, now: number): Promise<boolean> {
  if (token.usedAt !== null || token.expiresAt <= now || account.status !== "active") return false;
  return token.codeHash === (await loginPrint(account));
}
