import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  buildDirectory: process.env.LIAISON_OUT ?? "build",
  // Pages link with plain anchors, so that the browser's router hardly ever needs a route beyond the page's own: it asks
  // for one when it does, instead of getting all of them with every page.
  routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
} satisfies Config;
