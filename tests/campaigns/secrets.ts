import { createVerotelDouble } from "#tests/providers/verotel-double.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import type { Campaign } from "./campaign.ts";
import { addMembers } from "./members.ts";
import { buy, moneyOf } from "./orders.ts";
import { tallied } from "./spending.ts";

const SHOPS = [
  { domain: "liaison", host: "localhost", shopId: "100", secret: "signature key of one" },
  { domain: "dichtbij", host: "dichtbij.localhost", shopId: "200", secret: "signature key of two" },
] as const;
type Shop = (typeof SHOPS)[number];

const secretsOf = (of: (shop: Shop) => Shop) =>
  Object.fromEntries(
    SHOPS.map((shop) => {
      const { shopId, secret } = of(shop);
      return [`PAYMENT_VEROTEL_${shop.domain.toUpperCase()}`, JSON.stringify({ shopId, secret })];
    }),
  );
const otherOf = (shop: Shop) => SHOPS.find((one) => one !== shop) as Shop;

export const secrets: Campaign = {
  name: "secrets",
  what: "the secrets of two domains swapped: genuine notices are refused until they are put right",
  domains: (files) => files.map(withVerotel),
  vars: secretsOf((shop) => shop),
  async run({ product, small }) {
    const sent: { shop: Shop; query: string }[] = [];
    for (const shop of SHOPS) {
      const double = createVerotelDouble(shop);
      // Verotel numbers the sales of all shops in one series.
      for (let sale = 0; sale < Number(shop.shopId); sale++) double.sales.set(`earlier ${sale}`, {} as never);
      for (const member of await addMembers(product, small ? 3 : 50, { domainId: shop.domain })) {
        const { json, text } = await buy(product, member, { package: "c25" }, undefined, shop.host);
        if (!json?.redirect) throw new Error(text.slice(0, 200));
        double.open(json.redirect);
        const notice = double.notice(json.payment.id, "completed");
        sent.push({ shop, query: `${new URLSearchParams(notice ?? [])}` });
      }
    }
    const before = await moneyOf(product);
    await product.kill();
    await product.start(secretsOf(otherOf));
    const deliverTo = async (hostOf: (shop: Shop) => string) => {
      const answers = [];
      for (const { shop, query } of sent)
        answers.push((await product.ask(`/api/payment-webhook.php?provider=verotel&${query}`, { host: hostOf(shop) })).status);
      return answers.map(String);
    };
    const swapped = [...(await deliverTo(({ host }) => host)), ...(await deliverTo((shop) => otherOf(shop).host))];
    const between = await moneyOf(product);
    await product.kill();
    await product.start(secretsOf((shop) => shop));
    const misdirected = await deliverTo((shop) => otherOf(shop).host);
    const still = await moneyOf(product);
    const right = await deliverTo(({ host }) => host);
    let refused = [...swapped, ...misdirected];
    return {
      counts: {
        orders: sent.length,
        "while swapped": tallied(swapped),
        "to the other domain": tallied(misdirected),
        "put right": tallied(right),
      },
      async problems() {
        const open = await product.sql("SELECT id FROM payments WHERE status <> 'completed'");
        return [
          ...(before === between && between === still ? [] : ["a refused notice changed the books"]),
          ...refused.filter((status) => status !== "403"),
          ...(right.every((status) => status === "200") && open.length === 0 ? [] : [`${open.length} orders are not paid`]),
        ];
      },
      async plant() {
        refused = await deliverTo(({ host }) => host);
        return "notices under the right secret, counted as refused";
      },
    };
  },
};

function withVerotel(file: DomainFile): DomainFile {
  const mine = SHOPS.some(({ domain }) => domain === file.id);
  return mine ? { ...file, settings: { ...file.settings, payment_provider: "verotel" } } : file;
}
