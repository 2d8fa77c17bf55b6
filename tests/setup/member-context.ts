import { env } from "cloudflare:workers";
import { connect } from "#db/client.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { logIn } from "./add-member.ts";
import { type Circumstances, contextOf } from "./context.ts";

/** The context of a member's request, as the edge builds it. */
export async function memberContext(memberId: string, circumstances: Circumstances = {}): Promise<MemberContext> {
  const { now = Date.now() } = circumstances;
  const hash = await sha256(await logIn(memberId, now + 3_600_000));
  const viewer = await createAccountsStore(connect(env.DB)).findViewer(hash, "liaison", now);
  if (!viewer) throw new Error(`${memberId} cannot log in`);
  return (await contextOf({ ...circumstances, now, viewer })) as MemberContext;
}
