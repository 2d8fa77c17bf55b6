import type { WithdrawalRefusal } from "#db/schema/attributes.ts";
import type { WithdrawnOrder } from "#db/schema/withdrawals.ts";
import { formatTimeInZone } from "#worker/platform/dates.ts";
import { money } from "#worker/platform/money.ts";
import { type Addressee, composeMail, type MailContext, type MailRow, readerFor } from "./compose-mail.ts";
import { withdrawalMail, withdrawalMatchedMail, withdrawalRefusedMail } from "./templates/withdrawal.ts";

type Sum = Pick<WithdrawnOrder, "amount" | "currency">;

/** Part of `createMails`: statements of withdrawal from a contract. */
export const WITHDRAWAL_MAILS = {
  /** The acknowledgement on a durable medium: content, date and time. `orders` is null for a visitor. */
  async withdrawal(
    ctx: MailContext,
    to: Addressee & { reference: string; contract: string; orders: WithdrawnOrder[] | null },
  ): Promise<MailRow> {
    return composeMail(ctx, to, "withdrawal", (frame) =>
      withdrawalMail(frame, {
        ...{ reference: to.reference, name: to.name, contract: to.contract },
        time: formatTimeInZone(ctx.now, readerFor(ctx, frame)),
        orders: to.orders?.map((order) => ({ ...order, sum: money(order.amount, order.currency, frame.t.language) })) ?? null,
        link: `${ctx.origin}${to.orders ? "/transactions" : "/return-policy"}`,
      }),
    );
  },

  /** To the address of the account that a visitor's statement names. */
  async withdrawalMatched(
    ctx: MailContext,
    to: Addressee & { reference: string; link: string; refusal: WithdrawalRefusal | null; sums: Sum[] },
  ): Promise<MailRow> {
    return composeMail(ctx, to, "withdrawal_matched", (frame) => {
      const sum = to.sums.map(({ amount, currency }) => money(amount, currency, frame.t.language)).join(" + ");
      const link = to.refusal ? `${ctx.origin}/transactions` : to.link;
      return withdrawalMatchedMail(frame, { reference: to.reference, refusal: to.refusal, sum, link });
    });
  },

  async withdrawalRefused(ctx: MailContext, to: Addressee & { reference: string; refusal: WithdrawalRefusal }): Promise<MailRow> {
    const [link, object] = [`${ctx.origin}/transactions`, `${ctx.origin}/complaints`];
    return composeMail(ctx, to, "withdrawal_refused", (frame) =>
      withdrawalRefusedMail(frame, { reference: to.reference, refusal: to.refusal, link, object }),
    );
  },
};
