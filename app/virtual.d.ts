declare module "virtual:react-router/unstable_rsc/basename" {
  const basename: string;
  export default basename;
}
declare module "virtual:react-router/unstable_rsc/client-version" {
  const version: string;
  export default version;
}
declare module "virtual:react-router/unstable_rsc/route-discovery" {
  const discovery: { mode: "initial" };
  export default discovery;
}
declare module "virtual:react-router/unstable_rsc/routes" {
  const routes: import("react-router").unstable_RSCRouteConfigEntry[];
  export default routes;
}
declare module "virtual:vite-rsc/assets-manifest" {
  /** `styles` is added by scripts/style-sheets.ts; undefined in development. */
  const manifest: { styles?: import("#worker/platform/sheets.ts").BuiltStyles };
  export default manifest;
}
declare module "virtual:vite-rsc/server-references" {
  /** Undefined in development. */
  const modules: Record<string, () => Promise<Record<string, unknown>>> | undefined;
  export default modules;
}
declare module "virtual:vite-rsc/client-references" {
  /** A loader for each client module; empty in development. */
  const modules: Record<string, () => Promise<Record<string, unknown>>>;
  export default modules;
}
