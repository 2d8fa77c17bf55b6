import { cloudflare } from "@cloudflare/vite-plugin";
import { unstable_reactRouterRSC as reactRouterRSC } from "@react-router/dev/vite";
import rsc from "@vitejs/plugin-rsc";
import { defineConfig } from "vite";

// The pages under /dev and the printed log-ins belong to a machine of one's own: a deployed build does not contain them.
const local = process.env.LIAISON_TARGET !== "deploy";

export default defineConfig({
  define: { __LOCAL__: JSON.stringify(local) },
  build: { assetsInlineLimit: 0 },
  // `cloudflare` stays last: before the others it loses worker/index.ts and the objects it exports.
  plugins: [
    reactRouterRSC(),
    rsc({ serverHandler: false }),
    cloudflare({ viteEnvironment: { name: "rsc", childEnvironments: ["ssr"] } }),
  ],
});
