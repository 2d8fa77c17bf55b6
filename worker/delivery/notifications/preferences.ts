import type { FirstMessages } from "#db/schema/first-messages.ts";
import type { Live } from "#worker/delivery/live/live.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { firstLength } from "#worker/people/preferences/first-messages.vocabulary.ts";
import {
  CHANNELS,
  type Channel,
  DEFAULTS,
  type Pace,
  type Preferences,
} from "#worker/people/preferences/preferences.vocabulary.ts";
import { changedLimits, limitsAt } from "#worker/people/preferences/spending.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError, type FieldError, invalid } from "#worker/platform/errors.ts";
import { zoneNamed, zoneOf } from "#worker/platform/zones.ts";
import { byChannel, byKind, isByConsent, NOTIFICATION_KINDS, NOTIFICATIONS, type NotificationKind } from "./kinds.vocabulary.ts";
import { mayWait, pacesOf } from "./paces.ts";
import type { contract, FirstMessagesAnswer } from "./preferences.contract.ts";
import type { Change, PreferencesStore } from "./preferences.store.ts";

/** Ignores mail provider reports about the address. */
export function wants({ channels, paused }: Pick<Preferences, "channels" | "paused">, kind: NotificationKind, channel: Channel) {
  const { always, inBreak = false, consent = false } = NOTIFICATIONS[kind];
  if (paused && !inBreak) return false;
  if (consent) return channel === "mail" && channels[kind]?.[channel] === true;
  return always.includes(channel) || (channels[kind]?.[channel] ?? true);
}

/** Mutual: a member who hides something does not see it either. */
export function isMutual(a: Pick<Preferences, "showRead" | "showOnline">, b: typeof a) {
  return { read: a.showRead && b.showRead, online: a.showOnline && b.showOnline };
}

interface Deps {
  store: PreferencesStore;
  live: Live;
  /** Null where nothing is sold. */
  currencyOf(ctx: MemberContext): string | null;
}

/** Concurrent limit changes retry on the new limits. */
const TRIES = 3;

export function createPreferences({ store, live, currencyOf }: Deps) {
  return {
    preferences(ctx: MemberContext): Output<typeof contract.preferences> {
      return shown(ctx, ctx.viewer.preferences);
    },

    /** Lower limits hold at once, higher ones a day later. Idempotent. @throws invalid conflict */
    async updatePreferences(
      ctx: MemberContext,
      input: Input<typeof contract.updatePreferences>,
    ): Promise<Output<typeof contract.updatePreferences>> {
      const { id } = ctx.viewer;
      const {
        invisible,
        paused,
        show_read: showRead,
        show_online: showOnline,
        hide_from_visitors: hideFromVisitors,
        show_answers: showAnswers,
        calls_verified: callsVerified,
        first_messages: firstMessages,
      } = input.privacy ?? {};
      const kept = ctx.viewer.preferences.firstMessages;
      const channels = switchesOf(input.notifications ?? {});
      const change: Change = {
        channels,
        paces: input.paces && changedPaces(input.paces),
        news: channels.site_news?.mail === true ? { site: ctx.home.id, language: ctx.language } : undefined,
        beliefs: input.beliefs === undefined ? undefined : { given: input.beliefs, language: ctx.language },
        invisible,
        paused,
        showRead,
        showOnline,
        hideFromVisitors,
        showAnswers,
        callsVerified,
        mailLogin: input.mail_login,
        pushNames: input.push?.names,
        quiet: quietOf(input.push?.quiet, ctx),
        firstMessages: firstMessages && firstMessagesFrom({ requests: kept.requests, ...firstMessages }),
      };
      await live.expect(id);
      try {
        let known = ctx.viewer.preferences;
        for (let attempt = 1; attempt <= TRIES; attempt++) {
          const spend = input.limits && { from: known, to: changedLimits(known, input.limits, ctx.now) };
          const { preferences, fits } = await store.change(id, { ...change, spend }, ctx.now);
          if (fits) return shown(ctx, preferences);
          known = preferences;
        }
        throw new AppError("conflict", { retryAfter: 1 });
      } finally {
        await live.tell(id, { events: [], changed: ["user", "chats", "likes"] });
      }
    },
  };

  function shown(ctx: MemberContext, preferences: Preferences): Output<typeof contract.preferences> {
    const { invisible, paused, showRead, showOnline, hideFromVisitors, showAnswers, callsVerified, mailLogin, pushNames, quiet } =
      preferences;
    const { limits, raise } = limitsAt(preferences, ctx.now);
    return {
      notifications: byKind((kind) => byChannel((channel) => wants({ ...preferences, paused: false }, kind, channel))),
      always: byKind((kind) => [...NOTIFICATIONS[kind].always]),
      paces: pacesOf(preferences),
      privacy: {
        ...{ invisible, paused, show_read: showRead, show_online: showOnline },
        ...{ hide_from_visitors: hideFromVisitors, show_answers: showAnswers },
        ...(ctx.domain.features.calls && { calls_verified: callsVerified }),
        first_messages: firstMessagesOf(preferences.firstMessages),
      },
      mail_login: mailLogin,
      beliefs: preferences.beliefs,
      news_site: ctx.home.settings.name,
      push: { names: pushNames, quiet },
      spending: {
        currency: currencyOf(ctx),
        limits,
        raise: raise && { limits: raise.limits, from: new Date(raise.from).toISOString() },
      },
    };
  }
}

function firstMessagesOf(stored: FirstMessages): FirstMessagesAnswer {
  const { from, verified, photo, wishes } = stored;
  return {
    from: from ?? "everybody",
    verified: verified === true,
    photo: photo === true,
    wishes: wishes === true,
    length: firstLength(stored),
    requests: stored.requests === true,
  };
}

/** Null for everybody. */
function firstMessagesFrom({ from, verified, photo, wishes, length, requests }: FirstMessagesAnswer): FirstMessages | null {
  const chosen: FirstMessages = {
    ...(from !== "everybody" && { from }),
    ...(verified && { verified }),
    ...(photo && { photo }),
    ...(wishes && { wishes }),
    ...(length > 0 && { length }),
    ...(requests && { requests }),
  };
  return Object.keys(chosen).length > 0 ? chosen : null;
}

type QuietInput = NonNullable<Input<typeof contract.updatePreferences>["push"]>["quiet"];

/** Undefined keeps the value. @throws invalid */
function quietOf(given: QuietInput, { viewer }: MemberContext): Change["quiet"] {
  if (!given) return given;
  const { from, to, zone } = given;
  if (from === to) throw invalid({ field: "push.quiet.to", code: "same_time" });
  return { from, to, zone: (zone && zoneNamed(zone)) || zoneOf(viewer.profile.country) };
}

/** Null means at once. @throws invalid */
function changedPaces(given: NonNullable<Input<typeof contract.updatePreferences>["paces"]>): Change["paces"] {
  const wrong: FieldError[] = [];
  const changed: NonNullable<Change["paces"]> = {};
  for (const kind of NOTIFICATION_KINDS)
    for (const channel of CHANNELS) {
      const pace: Pace | undefined = given[kind]?.[channel];
      if (pace === undefined) continue;
      if (!mayWait(kind, channel)) {
        if (pace !== "at_once") wrong.push({ field: `paces.${kind}.${channel}`, code: "always_at_once" });
        continue;
      }
      changed[kind] ??= {};
      changed[kind][channel] = pace === "at_once" ? null : pace;
    }
  if (wrong.length > 0) throw invalid(...wrong);
  return changed;
}

/** Null means default. Retired kinds have no switch: they change nothing. */
function switchesOf(given: NonNullable<Input<typeof contract.updatePreferences>["notifications"]>): Change["channels"] {
  const wrong: FieldError[] = [];
  const changed: Change["channels"] = {};
  for (const kind of NOTIFICATION_KINDS) {
    for (const channel of CHANNELS) {
      const wanted = given[kind]?.[channel];
      if (wanted === undefined || (isByConsent(kind) && channel !== "mail")) continue;
      if (!NOTIFICATIONS[kind].always.includes(channel)) {
        changed[kind] ??= {};
        changed[kind][channel] = wanted === wants(DEFAULTS, kind, channel) ? null : wanted;
      } else if (!wanted) wrong.push({ field: `notifications.${kind}.${channel}`, code: "always_on" });
    }
  }
  if (wrong.length > 0) throw invalid(...wrong);
  return changed;
}
