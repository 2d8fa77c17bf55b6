import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Context, Handler, MemberContext } from "#worker/people/identity/context.ts";
import { CALLS, type CallOf } from "./calls.ts";
import { handlers } from "./handlers.ts";
import { servicesOf } from "./wiring/index.ts";

const likes = servicesOf(env).likes;

describe("the rules that answer the calls", () => {
  it("has one a call", () => {
    expect(Object.keys(handlers(servicesOf(env))).toSorted()).toEqual(Object.keys(CALLS).toSorted());
  });

  // The compiler holds these: a line that compiles is an unused @ts-expect-error, and so an error of `tsc`.
  it("ties each to its contract", () => {
    const right: Handler<CallOf<"like">> = (ctx, input) => likes.like(ctx, input);
    // @ts-expect-error another call's answer
    const answer: Handler<CallOf<"like">> = (ctx, input) => likes.unlike(ctx, input);
    // @ts-expect-error another call's input
    const input: Handler<CallOf<"like">> = (_: Context, given: { conversation: string }) => ({ liked: true, match: !given });
    expect([right, answer, input]).toHaveLength(3);
  });

  it("promises a viewer where the access level needs one, and nowhere else", () => {
    const member: Handler<CallOf<"logout">> = (ctx) => ({ logged_out: ctx.viewer === null || true });
    // @ts-expect-error access `anyone`: the viewer may be null
    const visitor: Handler<CallOf<"logout">> = (ctx: MemberContext) => ({ logged_out: ctx.viewer.id !== "" || true });
    const viewer: Handler<CallOf<"unlike">> = ({ viewer }) => ({ liked: false, match: viewer.id === "" && false });
    expect([member, visitor, viewer]).toHaveLength(3);
  });
});
