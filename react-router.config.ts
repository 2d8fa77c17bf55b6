import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  buildDirectory: process.env.LIAISON_OUT ?? "build",
  // Every page is small and the manifest is part of the payload: no second request to discover routes.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
