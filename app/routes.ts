import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** Every URL of the product, in the layout it stands in. */
export default [
  layout("layouts/default.tsx", [
    index("routes/index/index.tsx"),
    route("credits", "routes/account/wallet.tsx", { id: "credits" }),
    route("premium", "routes/account/wallet.tsx", { id: "premium" }),
    route("settings", "routes/account/settings.tsx"),
  ]),
] satisfies RouteConfig;
