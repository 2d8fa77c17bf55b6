import { giftName } from "#app/features/messaging/gifts/gift-name.shared.ts";
import { giftWords } from "#app/features/messaging/gifts/gift-names.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Row, RowText } from "#app/ui/rows.tsx";
import { timeAgo } from "#app/ui/time-ago.ts";
import { isolated } from "#locales/index.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { RequestAnswer } from "./request-answer.tsx";
import css from "./requests.module.css";

/** A member, the words, and the three answers. */
export function RequestRow({
  request: { conversation, profile, last_message: said },
}: {
  request: CallOutput<"requests">["requests"][number];
}) {
  const { t, settings, language, now } = edge();
  const { name, age, main_image, verified, city } = profile;
  const words = said?.gift
    ? t("gifts.listed", { name: giftName(said.gift, giftWords()) })
    : said?.photo
      ? t("chat.photo.word")
      : said?.voice
        ? t("chat.voice.word")
        : (said?.text ?? "");
  return (
    <Row>
      <a className={css.member} href={`/members/${profile.id}`}>
        <Avatar lazy name={name} size="l" src={main_image ? settings.cdn_prefix + main_image.thumb_filename : null} />
        <RowText
          note={
            <>
              {city && `${city} · `}
              {said && <time dateTime={said.created_at}>{timeAgo(said.created_at, now(), language)}</time>}
            </>
          }
        >
          <strong>{t("members.profile.title", { name: isolated(name), age })}</strong>{" "}
          {verified && <Icon label={t("verifications.mark")} name="verified" size="s" />}
        </RowText>
      </a>
      <p className={css.words} dir="auto">
        {words} <a href={`/chats/${conversation.id}`}>{t("chat.requests.read")}</a>
      </p>
      <RequestAnswer conversation={conversation.id} name={name} />
    </Row>
  );
}
