// `npm run push-keys`: prints a new key pair for Web Push. See docs/configuration.md.
import { createPushKeys } from "#worker/delivery/push/vapid.ts";

const { publicKey, privateKey } = await createPushKeys();
console.log(`${publicKey}.${privateKey}`);
console.error(`
Keep this line: browsers subscribe with its first half, and another one ends every subscription.
Set it, once for all domains:  npx wrangler secret put PUSH_KEYS`);
