import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./offline-chats.module.css";

/** Filled from this device by public/offline-chats.js, whatever the address; without kept chats it stays hidden. */
export function OfflineChats() {
  const { t, nonce, reader } = edge();
  return (
    <>
      <section
        aria-labelledby="kept-title"
        className={css.kept}
        data-as-of={t("chat.kept.asOf", { time: "{{time}}" })}
        data-by-staff={t("chat.byStaff.listed", { text: "{{text}}" })}
        data-gift={t("gifts.gift")}
        data-kept=""
        data-locale={reader.locale}
        data-photo={t("chat.photo.word")}
        data-voice={t("chat.voice.word")}
        data-you={t("chat.you")}
        hidden
      >
        <div className={css.head}>
          <a aria-label={t("chat.back")} className={css.back} data-part="back" href="/chats" hidden>
            <Icon name="back" />
          </a>
          <h2 data-part="title" dir="auto" id="kept-title">
            {t("chat.kept.list")}
          </h2>
        </div>
        <p className={css.note} data-part="as-of" />
        <p className={css.note} data-part="none">
          {t("chat.kept.none")}
        </p>
        <template data-of="row">
          <li>
            <a className={css.row} data-part="link" href="/chats">
              <span className={css.name} data-part="name" dir="auto" translate="no" />
              <span className={css.time} data-part="time" />
              <span className={css.note} data-part="fictional">
                {fictionalWord()}
              </span>
              <span className={css.text} data-part="text" dir="auto" />
            </a>
          </li>
        </template>
        <Bubble of="own" />
        <Bubble of="other" />
        <ul className={css.list} data-part="list" />
      </section>
      <script defer nonce={nonce} src="/offline-chats.js" />
    </>
  );
}

function Bubble({ of }: { of: "own" | "other" }) {
  return (
    <template data-of={of}>
      <li className={cx(css.bubble, of === "own" && css.own)}>
        <span className="visually-hidden" data-part="author" />
        <span className={css.note} data-part="by-staff" hidden>
          {edge().t("chat.byStaff.mark")}
        </span>
        <span data-part="text" dir="auto" />
        <span className={css.time} data-part="time" />
      </li>
    </template>
  );
}
