import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { formState } from "#app/request/forms.ts";
import { pathOf } from "#app/request/path.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { sheetsOf } from "#app/ui/later-sheets.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { DelayedLikePopup } from "./delayed-like-popup.client.tsx";
import { popupDelay } from "./delayed-like-popup.ts";
import { firstMessage, firstMessageSheet } from "./first-message.tsx";
import { LikeDialog } from "./like-dialog.client.tsx";
import { likeMember } from "./likes.actions.ts";
import { faceOf, likedTexts, momentSheet } from "./moment.tsx";
import { popupSheet } from "./visitor-popup.tsx";

/** A dialog over prices would come between a member and a purchase. */
function isBuying(): boolean {
  return /^\/(premium|pricing|credits|directdebit|transactions)(\/|$)/.test(pathOf());
}

/** Where the list or its tabs show a new like. */
function listsLikes(): boolean {
  return /^\/likes(\/(received|sent|matches))?$/.test(pathOf());
}

// The browser fills in the names, which arrive later.
const NAME = { name: "{{name}}" };

function dialogTexts() {
  const { t } = edge();
  return {
    title: t("likes.dialog.title"),
    send: t("chat.send"),
    sendFor: t("chat.sendFor", { price: "{{price}}" }),
    liked: likedTexts(),
    goOn: t("likes.newMatch.goOn"),
    lines: t("chat.icebreaker.text"),
    otherLines: t("chat.firstLines.others"),
    field: t("chat.write", NAME),
    consent: t("chat.fictionalKnown", { ...NAME, price: "{{price}}" }),
    free: t("wallet.nothing"),
    price: t.forms("wallet.price"),
    matched: t("likes.newMatch.title"),
    write: t("likes.newMatch.write", NAME),
    like: t("likes.dialog.like", NAME),
    likeBack: t("likes.likeBack"),
    match: t("likes.dialog.match", NAME),
    photo: t("likes.dialog.photo", NAME),
    open: t("likes.dialog.open", NAME),
    close: t("notices.close"),
    fictional: fictionalWord(),
  };
}
function dialogSheets() {
  return sheetsOf(import.meta.viteRsc.loadCss("./like-dialog-view.client.tsx"));
}
function matchSheets() {
  return [momentSheet(), firstMessageSheet()].flatMap(sheetsOf);
}
function popupTexts() {
  const { t } = edge();
  return {
    title: t("likes.dialog.like", NAME),
    text: t("likes.dialog.open", NAME),
    fictional: fictionalWord(),
  };
}
function popupSheets() {
  return sheetsOf(popupSheet());
}

/** On pages with scripts: the like dialog and, with `t`, the delayed-like pop-up. */
export function MemberPopups({ user: { profile } }: { user: CallOutput<"user"> }) {
  const { language, url, settings } = edge();
  const { cdn_prefix: cdn } = settings;
  const seconds = popupDelay(url.searchParams);
  const form = formState("like");
  return (
    <>
      {!isBuying() && (
        <LikeDialog
          cdn={cdn}
          likeBack={likeMember}
          mine={faceOf(profile)}
          first={firstMessage("like")}
          language={language}
          matchSheets={matchSheets()}
          quiet={listsLikes()}
          refused={form.code === null ? null : { profile: form.values.profile ?? "", text: <Refusal form={form} /> }}
          sheets={dialogSheets()}
          texts={dialogTexts()}
        />
      )}
      {seconds !== null && <DelayedLikePopup cdn={cdn} seconds={seconds} sheets={popupSheets()} texts={popupTexts()} />}
    </>
  );
}
