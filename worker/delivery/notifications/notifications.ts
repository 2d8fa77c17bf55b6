import type { Live } from "#worker/delivery/live/live.ts";
import { isPushKey } from "#worker/delivery/push/encryption.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { deviceFrom } from "#worker/people/identity/device.vocabulary.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import type { contract, PushDevice } from "./notifications.contract.ts";
import type { DeviceRow, NotificationsStore } from "./notifications.store.ts";
import { isPushService, type OtherServices } from "./push-services.vocabulary.ts";

const MOST_DEVICES = 10;

interface Deps {
  store: NotificationsStore;
  live: Pick<Live, "tell">;
  otherServices?: OtherServices;
}

export function createNotifications({ store, live, otherServices }: Deps) {
  return {
    /** Idempotent. `conflict`: another account has the endpoint. @throws invalid forbidden conflict */
    async subscribePush(
      ctx: MemberContext,
      { endpoint, keys, replaces }: Input<typeof contract.subscribePush>,
    ): Promise<Output<typeof contract.subscribePush>> {
      const { id, tokenHash } = ctx.viewer;
      const publicKey = ctx.domain.settings.push_public_key;
      if (!isPushService(endpoint, otherServices)) throw invalid({ field: "endpoint", code: "unknown_option" });
      if (!(await isPushKey(keys.p256dh))) throw invalid({ field: "keys.p256dh", code: "invalid_format" });
      if (!ctx.domain.features.push || publicKey === null) throw new AppError("forbidden");
      const row = {
        endpoint,
        accountId: id,
        sessionHash: tokenHash,
        domainId: ctx.domain.id,
        publicKey,
        ...keys,
        createdAt: ctx.now,
      };
      if (!(await store.subscribe(row, replaces ?? null, MOST_DEVICES))) throw new AppError("conflict");
      await live.tell(id, { events: [], changed: ["user"] });
      return { subscribed: true };
    },

    async pushDevices(ctx: MemberContext): Promise<Output<typeof contract.pushDevices>> {
      const rows = await store.devices(ctx.viewer.id);
      const devices = await Promise.all(rows.map((row) => shown(row, ctx)));
      return { devices: devices.sort((a, b) => Number(b.current) - Number(a.current)) };
    },

    /** Idempotent: an unknown device gets nothing anyway. */
    async unsubscribePush(
      ctx: MemberContext,
      { device }: Input<typeof contract.unsubscribePush>,
    ): Promise<Output<typeof contract.unsubscribePush>> {
      const { id, tokenHash } = ctx.viewer;
      if (device === undefined) await store.unsubscribe(id, { sessionHash: tokenHash });
      else {
        const rows = await store.devices(id);
        const ids = await Promise.all(rows.map(({ endpoint }) => deviceId(endpoint)));
        const found = rows[ids.indexOf(device)];
        if (found) await store.unsubscribe(id, { endpoint: found.endpoint });
      }
      await live.tell(id, { events: [], changed: ["user"] });
      return { unsubscribed: true };
    },
  };
}

async function shown({ endpoint, sessionHash, userAgent, createdAt }: DeviceRow, ctx: MemberContext): Promise<PushDevice> {
  return {
    id: await deviceId(endpoint),
    ...deviceFrom(userAgent),
    current: sessionHash === ctx.viewer.tokenHash,
    subscribed_at: new Date(createdAt).toISOString(),
  };
}

/** An endpoint is a secret: its holder can send requests to the browser. */
function deviceId(endpoint: string): Promise<string> {
  return sha256(`push\n${endpoint}`);
}
