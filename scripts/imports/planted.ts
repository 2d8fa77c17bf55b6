/** By kind: the file, the planted line and the expected message. */
export const PLANTED: Record<string, [file: string, line: string, why: string][]> = {
  data: [
    ["db/schema/attributes.ts", 'import { GENDERS } from "./members.ts";', "data may not import schema"],
    ["db/places.ts", 'import { cleanLine } from "#worker/platform/text.ts";', "data may not import lib"],
  ],
  vocabulary: [
    ["worker/people/links/vocabulary.ts", 'import { createLinks } from "./links.ts";', "vocabulary may not import rules"],
    [
      "worker/sites/domains/settings.vocabulary.ts",
      'import type { Domain } from "./domain-file.ts";',
      "vocabulary may not import types of rules",
    ],
  ],
  schema: [["db/schema/likes.ts", 'import { likesOf } from "#worker/discovery/likes/likes.ts";', "schema may not import rules"]],
  db: [["db/client.ts", 'import { createLikes } from "#worker/discovery/likes/likes.ts";', "db may not import rules"]],
  locales: [["locales/index.ts", 'import { edge } from "#worker/server/edge/edge.ts";', "locales may not import edge"]],
  contract: [
    [
      "worker/discovery/likes/likes.contract.ts",
      'import { members } from "#db/schema/index.ts";',
      "contract may not import schema",
    ],
    [
      "worker/discovery/likes/likes.contract.ts",
      'import type { Store } from "./likes.store.ts";',
      "contract may not import types of store",
    ],
  ],
  protocol: [["worker/delivery/live/live.protocol.ts", 'import { z } from "zod";', "protocol may not import zod"]],
  sql: [
    [
      "worker/discovery/members/card.sql.ts",
      'import { env } from "cloudflare:workers";',
      "sql may not import cloudflare:workers",
    ],
  ],
  store: [
    [
      "worker/discovery/likes/likes.store.ts",
      'import { createChatStore } from "#worker/messaging/chat/chat.store.ts";',
      "store may not import store",
    ],
    [
      "worker/discovery/likes/likes.store.ts",
      'import type { ChatStore } from "#worker/messaging/chat/chat.store.ts";',
      "store may not import types of store",
    ],
  ],
  object: [
    [
      "worker/delivery/live/inbox.object.ts",
      'import { createChatStore } from "#worker/messaging/chat/chat.store.ts";',
      "object may not import store",
    ],
    [
      "worker/delivery/live/inbox.object.ts",
      'import { LimitCounter } from "#worker/platform/limits.object.ts";',
      "object may not import object",
    ],
    [
      "worker/delivery/live/inbox.object.ts",
      'import { cardOf } from "#worker/discovery/members/card.ts";',
      "object may not import rules",
    ],
  ],
  consumer: [
    [
      "worker/delivery/mail/mail.consumer.ts",
      'import { env } from "cloudflare:workers";',
      "consumer may not import cloudflare:workers",
    ],
  ],
  lib: [
    ["worker/platform/dates.ts", 'import { likes } from "#worker/discovery/likes/likes.ts";', "lib may not import rules"],
    [
      "worker/platform/dates.ts",
      'import type { Likes } from "#worker/discovery/likes/likes.ts";',
      "lib may not import types of rules",
    ],
  ],
  registry: [
    [
      "worker/server/calls.ts",
      'import { createLikes } from "#worker/discovery/likes/likes.ts";',
      "registry may not import rules",
    ],
  ],
  "edge-build": [
    ["worker/server/edge/build.ts", 'import { drizzle } from "drizzle-orm/d1";', "edge-build may not import drizzle-orm"],
  ],
  edge: [
    [
      "worker/server/edge/host.ts",
      'import { createDomainsStore } from "#worker/sites/domains/domains.store.ts";',
      "edge may not import store",
    ],
  ],
  sides: [["worker/server/sides/local.ts", 'import { drizzle } from "drizzle-orm/d1";', "sides may not import drizzle-orm"]],
  api: [
    [
      "worker/server/api/api.ts",
      'import { createChatStore } from "#worker/messaging/chat/chat.store.ts";',
      "api may not import store",
    ],
  ],
  wiring: [["worker/server/wiring/chat.ts", 'import { Hono } from "hono";', "wiring may not import hono"]],
  dev: [["worker/server/dev/pages.ts", 'import { connect } from "#db/client.ts";', "dev may not import db"]],
  entry: [
    [
      "worker/server/worker.ts",
      'import { createChatStore } from "#worker/messaging/chat/chat.store.ts";',
      "entry may not import store",
    ],
  ],
  endpoint: [
    ["worker/server/endpoints/polls.endpoint.ts", 'import { Hono } from "hono";', "endpoint may not import hono"],
    [
      "worker/server/endpoints/media.endpoint.ts",
      'import { createMediaStore } from "./media.store.ts";',
      "endpoint may not import store",
    ],
  ],
  template: [["worker/accounts/leaving/readme.template.ts", 'import { Hono } from "hono";', "template may not import hono"]],
  rules: [
    ["worker/discovery/likes/likes.ts", 'import { env } from "cloudflare:workers";', "rules may not import cloudflare:workers"],
    ["worker/discovery/likes/likes.ts", 'import { createLikesStore } from "./likes.store.ts";', "rules may not import store"],
    ["worker/people/identity/probe.ts", 'export { sql } from "drizzle-orm/d1";', "rules may not import drizzle-orm"],
    [
      "worker/discovery/likes/likes.ts",
      'import { services } from "#worker/server/wiring/index.ts";',
      "rules may not import wiring",
    ],
    ["worker/discovery/likes/likes.ts", 'const page = await import("#app/root.tsx");', "rules may not import app-entry"],
    [
      "worker/discovery/likes/likes.ts",
      'import { MemberInbox } from "#worker/delivery/live/inbox.object.ts";',
      "rules may not import object",
    ],
    ["worker/discovery/likes/likes.ts", 'import leftPad from "left-pad";', "rules may not import left-pad"],
    ["worker/checkout/cart/cart.ts", 'import { newId } from "#worker/platform/ids.ts";', "checkout is no area"],
    ["worker/discovery/likes/likes.ts", 'import { cart } from "#worker/checkout/cart/cart.ts";', "checkout is no area"],
  ],
  css: [],
  island: [
    ["app/features/discovery/likes/like.client.tsx", 'import { z } from "zod";', "island may not import zod"],
    [
      "app/features/discovery/likes/like.client.tsx",
      'import { AppError } from "#worker/platform/errors.ts";',
      "island may not import lib",
    ],
    [
      "app/features/discovery/likes/like.client.tsx",
      'import { texts } from "#locales/index.ts";',
      "island may not import locales",
    ],
    [
      "app/features/billing/wallet/price.client.tsx",
      'import type { Chat } from "#worker/messaging/chat/chat.contract.ts";',
      "billing lies below messaging",
    ],
  ],
  shared: [
    [
      "app/features/discovery/likes/delayed-like-popup-card.shared.tsx",
      'import { edge } from "#worker/server/edge/edge.ts";',
      "shared may not import edge",
    ],
    [
      "app/features/discovery/likes/delayed-like-popup-card.shared.tsx",
      'import { LikeForm } from "./like-form.tsx";',
      "shared may not import feature",
    ],
  ],
  live: [
    ["app/live/client.ts", 'import { likes } from "#worker/discovery/likes/likes.contract.ts";', "live may not import contract"],
  ],
  page: [
    ["app/page/page.ts", 'import { createBrowserRouter } from "react-router";', "page may not import react-router"],
    [
      "app/page/page.ts",
      'import { LikeForm } from "#app/features/discovery/likes/like-form.tsx";',
      "page may not import feature",
    ],
  ],
  ui: [
    ["app/ui/button.tsx", 'import { edge } from "#worker/server/edge/edge.ts";', "ui may not import edge"],
    ["app/ui/button.tsx", 'import { LikeForm } from "#app/features/discovery/likes/like-form.tsx";', "ui may not import feature"],
  ],
  actions: [
    [
      "app/features/discovery/likes/like.actions.ts",
      'import { services } from "#worker/server/wiring/index.ts";',
      "actions may not import wiring",
    ],
    [
      "app/features/delivery/mail/resume.actions.ts",
      'import { PASSWORD_LENGTH } from "#worker/accounts/recovery/password.vocabulary.ts";',
      "delivery lies below accounts",
    ],
  ],
  request: [
    [
      "app/request/forms.ts",
      'import { createChatStore } from "#worker/messaging/chat/chat.store.ts";',
      "request may not import store",
    ],
  ],
  feature: [
    [
      "app/features/discovery/likes/like-form.tsx",
      'import type { LikeRules } from "#worker/discovery/likes/likes.ts";',
      "feature may not import types of rules",
    ],
    [
      "app/features/discovery/likes/like-form.tsx",
      'import { env } from "cloudflare:workers";',
      "feature may not import cloudflare:workers",
    ],
    [
      "app/features/discovery/likes/like-form.tsx",
      'import Likes from "#app/routes/discovery/likes/likes.tsx";',
      "feature may not import route",
    ],
    [
      "app/features/discovery/likes/like-form.tsx",
      'type T = import("#worker/messaging/chat/chat.store.ts").S;',
      "feature may not import types of store",
    ],
    [
      "app/features/discovery/likes/like-form.tsx",
      'import { ICEBREAKERS } from "#worker/messaging/chat/icebreakers.vocabulary.ts";',
      "discovery lies below messaging",
    ],
    [
      "app/features/people/identity/flow.ts",
      'import type { User } from "#worker/accounts/user/user.contract.ts";',
      "people lies below accounts",
    ],
    ["app/features/checkout/cart/cart.tsx", 'import { cx } from "#app/ui/cx.ts";', "checkout is no area"],
    ["app/features/cart.tsx", 'import { cx } from "#app/ui/cx.ts";', "cart.tsx is no area"],
  ],
  layout: [
    ["app/layouts/default.tsx", 'import { likes } from "#worker/discovery/likes/likes.store.ts";', "layout may not import store"],
  ],
  route: [
    [
      "app/routes/discovery/likes/likes.tsx",
      'import { createLikes } from "#worker/discovery/likes/likes.ts";',
      "route may not import rules",
    ],
    ["app/routes/discovery/likes/likes.tsx", 'import { members } from "#db/schema/members.ts";', "route may not import schema"],
    [
      "app/routes/discovery/likes/likes.tsx",
      'import { services } from "#worker/server/wiring/index.ts";',
      "route may not import wiring",
    ],
    [
      "app/routes/discovery/likes/likes.tsx",
      'import { createOutbox } from "#worker/delivery/mail/outbox.store.ts";',
      "route may not import store",
    ],
    [
      "app/routes/discovery/likes/likes.tsx",
      'import { buildEdge } from "#worker/server/edge/build.ts";',
      "route may not import edge-build",
    ],
    ["app/routes/checkout/cart/cart.tsx", 'import { cx } from "#app/ui/cx.ts";', "checkout is no area"],
    [
      "app/routes/discovery/likes/likes.tsx",
      'import { Cart } from "#app/features/checkout/cart/cart.tsx";',
      "checkout is no area",
    ],
  ],
  rendering: [["app/rendering/document.ts", 'import { Hono } from "hono";', "rendering may not import hono"]],
  "app-entry": [["app/root.tsx", 'import { db } from "#db/client.ts";', "app-entry may not import db"]],
};
