import { readdirSync, readFileSync } from "node:fs";
import { proof } from "#tests/setup/age-proofs.ts";
import { begun, post, tokenOf } from "./age-wallet.ts";
import { addMembers, inParallel } from "./members.ts";
import type { Product } from "./product.ts";

const WIDTH = 8;

/** Of the runtime: genuine proofs, less answers that fail before any signature. Both claim and finish a request. */
export async function costOf(product: Product, times: number): Promise<string> {
  const round = async (genuine: boolean) => {
    const requests = await inParallel(await addMembers(product, times), WIDTH, (member) => begun(product, member));
    const posts = await inParallel(requests, WIDTH, async ({ state, transcript }) => ({
      state,
      token: genuine ? tokenOf(await proof(transcript)) : tokenOf(new Uint8Array(1_500)),
    }));
    const before = processorOf(product.pid());
    for (const { state, token } of posts) await post(product, state, token);
    return (processorOf(product.pid()) - before) / times;
  };
  await round(true);
  const [base, whole] = [await round(false), await round(true)];
  return `${(whole - base).toFixed(1)} ms (${whole.toFixed(1)} ms a post, ${base.toFixed(1)} ms without)`;
}

/** In ms: user and system time of the runtimes of this process group. */
function processorOf(group: number | undefined): number {
  const ticks = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return Number(fields[2]) === group && name === "workerd" ? Number(fields[11]) + Number(fields[12]) : 0;
      } catch {
        return 0; // it has ended meanwhile
      }
    });
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}
