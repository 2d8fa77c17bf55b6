/** Made from the contract by scripts/browser-calls.ts. */
declare module "virtual:browser-calls" {
  const rows: Partial<Record<import("#worker/server/calls.ts").CallName, readonly [method: string, path: string, form?: 1]>>;
  export default rows;
}
