/** The built Worker, beside which the front's modules stand at run time. */
declare const product: Required<Pick<ExportedHandler<Env, unknown>, "fetch" | "queue" | "scheduled">>;
export default product;
export { MemberInbox, MessageArchive } from "#worker/server/objects.ts";
