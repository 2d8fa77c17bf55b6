import { AVAILABLE, isolating, translator } from "#locales/index.ts";
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
  if (kind === "message" || kind === "gift" || kind === "close") return `chat-${subject}`;
  return kind === "like" || kind === "match" ? "likes" : kind;
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
    title: titleOf(kind),
    url: urlOf(job),
    lang: language,
    ...(site.icons && { icon: iconAddress("/icons/192.png", site.icons) }),
  };

  function titleOf(kind: Exclude<PushKind, "close">): string {
    if (kind === "payment" || kind === "security") return t(`notifications.pushed.${kind}`);
    if (state.names && state.name !== null && kind !== "photo" && kind !== "search" && kind !== "digest") {
      const word = site.settings.fictional_singular ?? t("members.fictional");
      const name = state.fictional ? `${state.name} (${word})` : state.name;
      return t(`notifications.pushed.from.${kind}`, { name });
    }
    // The lock screen says no more than that there is news.
    if (kind === "message" || kind === "gift")
      return t("notifications.pushed.message", { count: Math.max(1, state.inConversation) });
    return t("notifications.pushed.news");
  }
}

function urlOf({ kind, subject }: PushJob): string {
  switch (kind) {
    case "message":
    case "gift":
      return `/chats/${subject}`;
    case "like":
      return "/likes/received";
    case "match":
      return "/likes/matches";
    case "photo":
      return "/profile";
    case "payment":
      return "/transactions";
    case "search":
      return "/searches";
    case "security":
      return `/settings/${subject || "devices"}`;
    default:
      return "/notifications";
  }
}
