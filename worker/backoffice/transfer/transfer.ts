import type { BringPhoto } from "#worker/discovery/photos/photo-import.ts";
import type { MessageRow } from "#worker/messaging/chat/message.sql.ts";
import { log } from "#worker/platform/log.ts";

const PAGE = 500;
/** Photos whose sizes are told at once: each is a call to R2. */
export const PREFIXES = 40;
const OBJECT = /^\/operator\/objects\/([\w./-]{1,200})$/;
const PHOTO = /^\/operator\/photos\/([0-9a-z]{1,40})\/([0-9a-z]{1,40})$/;
const ARCHIVE = /^\/operator\/archive\/([\w-]{1,64})$/;
/** What is hashed with the secret, so that two deployments can compare theirs. */
export const SECRET_PURPOSE = "operator transfer";
/** Names a picture's owner: without one nothing would erase it later. */
export const OWNER_HEADER = "picture-owner";

interface Deps {
  /** True for a key that `npm run domain` has written into the database and that is still valid. */
  isKey(key: string, now: number): Promise<boolean>;
  bucket: Pick<R2Bucket, "get" | "put" | "list">;
  messages(conversation: string, after: number, limit: number): Promise<MessageRow[]>;
  /** Two deployments with the same one share their secret. */
  secretPrint(): Promise<string>;
  bringPhoto: BringPhoto;
}

/** Serves photos and archived messages, which D1 does not hold, to `npm run domain -- export` and `import`. */
export function createTransfer({ isKey, bucket, messages, secretPrint, bringPhoto }: Deps) {
  async function readObject(key: string): Promise<Response> {
    const object = await bucket.get(key);
    // Not 404, which is the answer without a valid key.
    if (!object) return new Response(null, { status: 410 });
    const owner = object.customMetadata?.profile;
    const type = object.httpMetadata?.contentType ?? "";
    return new Response(object.body, { headers: { "content-type": type, ...(owner && { [OWNER_HEADER]: owner }) } });
  }

  async function writeObject(key: string, request: Request): Promise<Response> {
    const contentType = request.headers.get("content-type") ?? "";
    const owner = request.headers.get(OWNER_HEADER);
    const customMetadata: Record<string, string> = owner ? { profile: owner } : {};
    await bucket.put(key, await request.arrayBuffer(), { httpMetadata: { contentType }, customMetadata });
    return new Response(null, { status: 204 });
  }

  /** For `npm run members -- import`: through the pipeline of uploads. */
  async function takePhoto(request: Request, [owner, id]: [string, string], asked: URLSearchParams, now: number) {
    const file = new File([await request.arrayBuffer()], "photo");
    const flags = { isPrivate: asked.get("private") === "1", approved: asked.get("approved") === "1" };
    return Response.json({ refused: await bringPhoto({ owner, id, file, ...flags }, now) });
  }

  async function answer(request: Request, { pathname, searchParams }: URL, now: number): Promise<Response> {
    if (request.method === "PUT") {
      const [, owner, id] = PHOTO.exec(pathname) ?? [];
      if (owner && id) return takePhoto(request, [owner, id], searchParams, now);
      const [, key] = OBJECT.exec(pathname) ?? [];
      return key ? writeObject(key, request) : new Response(null, { status: 404 });
    }
    if (pathname === "/operator/secret") return Response.json({ print: await secretPrint() });
    if (pathname === "/operator/objects") {
      const lists = await Promise.all(
        searchParams
          .getAll("prefix")
          .slice(0, PREFIXES)
          .map((prefix) => bucket.list({ prefix })),
      );
      return Response.json(lists.map(({ objects }) => objects.map(({ key }) => key)));
    }
    const [, conversation] = ARCHIVE.exec(pathname) ?? [];
    if (conversation) return Response.json(await messages(conversation, Number(searchParams.get("after")), PAGE));
    const [, key] = OBJECT.exec(pathname) ?? [];
    return key ? readObject(key) : new Response(null, { status: 404 });
  }

  /** Null without a valid key: the address then does not exist. */
  return async (request: Request, now: number): Promise<Response | null> => {
    const [, key] = /^Bearer ([\w-]{20,100})$/.exec(request.headers.get("authorization") ?? "") ?? [];
    if (!key || !["GET", "PUT"].includes(request.method) || !(await isKey(key, now))) return null;
    try {
      const response = await answer(request, new URL(request.url), now);
      response.headers.set("cache-control", "no-store");
      return response;
    } catch (error) {
      log("error", "transfer failed", { error });
      return new Response(null, { status: 503 });
    }
  };
}
