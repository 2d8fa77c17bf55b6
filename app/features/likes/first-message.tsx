import { ButtonLink } from "#app/ui/button.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import { FirstLines } from "./first-lines.shared.tsx";
import { firstLines } from "./first-lines.ts";

/** Ready lines and a field below a match; where the two already write, the way to their chat. */
export function FirstMessage({ chat }: { chat: CallOutput<"chat"> }) {
  const { t } = edge();
  const { profile, price, icebreaker_price: readyPrice, refusal } = chat;
  const { id, name } = profile;
  if (readyPrice === null || refusal) {
    return (
      <ButtonLink href={`/members/${id}/chat`} icon="message" size="l" wide>
        {t("likes.newMatch.write", { name })}
      </ButtonLink>
    );
  }
  const words = (cost: number) => (cost > 0 ? t("wallet.price", { count: cost }) : t("wallet.free"));
  return (
    <FirstLines
      {...firstLines()}
      asksFirst={profile.fictional && Math.max(price, readyPrice) > 0}
      profile={id}
      texts={{
        lines: t("likes.newMatch.lines", { price: words(readyPrice) }),
        own: t("likes.newMatch.own", { price: words(price) }),
        field: t("chat.write", { name }),
        send: t("chat.send"),
      }}
    />
  );
}
