export interface LocalPush {
  endpoint: string;
  headers: Record<string, string>;
  size: number;
  text: string;
  status: number;
  at: number;
}

const PREFIX = "push:";
const RETENTION = 3600;

/** Local builds only: keeps what was sent for `/dev/push`. */
export function createLocalPushes(kv: KVNamespace, now: () => number) {
  return {
    async keep(sent: Omit<LocalPush, "at">): Promise<void> {
      const at = now();
      const key = `${PREFIX}${String(Number.MAX_SAFE_INTEGER - at).padStart(16, "0")}:${crypto.randomUUID()}`;
      await kv.put(key, JSON.stringify({ ...sent, at }), { expirationTtl: RETENTION });
    },

    async newest(most: number): Promise<LocalPush[]> {
      const { keys } = await kv.list({ prefix: PREFIX, limit: most });
      const pushes = await Promise.all(keys.map(({ name }) => kv.get<LocalPush>(name, "json")));
      return pushes.flatMap((one) => (one ? [one] : []));
    },
  };
}
