import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Every page is small and the manifest is part of the payload: no second request to discover routes.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
