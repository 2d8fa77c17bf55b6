import { AVAILABLE, isolating, translator } from "#locales/index.ts";
import { isNamed, isOwn, NOTIFICATIONS } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { fictionalName } from "#worker/sites/domains/fictional.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { iconAddress } from "#worker/sites/pwa/icons.vocabulary.ts";
import type { PushJob, PushKind } from "./jobs.ts";
import type { PushState } from "./push.store.ts";

/** JSON for the service worker: ids and discreet texts. */
export interface PushPayload {
  kind: "show" | "close";
  /** Replaces the shown notification of the same tag. */
  tag: string;
  count: number;
  title?: string;
  url?: string;
  icon?: string;
  lang?: string;
  at: number;
}

interface Site {
  settings: Settings;
  icons: string | null;
}

/** Ten messages of a conversation replace each other, and so do ten likes. */
export function tagOf({ kind, subject }: Pick<PushJob, "kind" | "subject">): string {
  if (kind === "digest") return kind;
  // It withdraws the notification about a conversation.
  return NOTIFICATIONS[kind === "close" || kind === "call" ? "message" : kind].push.tag(subject);
}

export async function payloadOf(job: PushJob, state: PushState, site: Site, now: number): Promise<PushPayload> {
  const { kind } = job;
  const shared = { tag: tagOf(job), count: state.unread + state.newLikes, at: now };
  if (kind === "close") return { kind, ...shared };
  const language = AVAILABLE.find((one) => one === state.language) ?? "en";
  const t = isolating(await translator(language));
  return {
    kind: "show",
    ...shared,
    title: marked(titleOf(kind)),
    url: urlOf(job),
    lang: language,
    ...(site.icons && { icon: iconAddress("/icons/192.png", site.icons) }),
  };

  /** Staff write what comes from a fictional profile. */
  function marked(title: string): string {
    const isWritten = kind === "message" || kind === "gift";
    return isWritten && state.fictional ? `${title} · ${t("chat.byStaff.mark")}` : title;
  }

  /** A ring has to be known as one, also where the screen names nobody. A seq belongs to the line of a missed call. */
  function callTitle(): string {
    const what = job.seq === undefined ? "rings" : "missed";
    if (!state.names || state.name === null) return t(`notifications.pushed.call.${what}`);
    return t(`notifications.pushed.call.${what}From`, { name: state.name });
  }

  function titleOf(kind: Exclude<PushKind, "close">): string {
    if (kind === "call") return callTitle();
    if (kind !== "digest" && isOwn(kind)) return t(`notifications.pushed.${kind}`);
    if (state.names && state.name !== null && kind !== "digest" && isNamed(kind)) {
      const word = fictionalName(site.settings, t);
      const name = state.fictional ? `${state.name} (${word})` : state.name;
      return t(`notifications.pushed.from.${kind}`, { name });
    }
    // The lock screen says no more than that there is news.
    if (kind === "message" || kind === "gift")
      return t("notifications.pushed.message", { count: Math.max(1, state.inConversation) });
    return t("notifications.pushed.news");
  }
}

/** `message` stands for what follows its switch. */
function urlOf({ kind, subject }: PushJob): string {
  return kind === "digest" || kind === "close"
    ? "/notifications"
    : NOTIFICATIONS[kind === "call" ? "message" : kind].path(subject);
}
