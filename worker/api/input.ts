import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Call } from "../lib/call.ts";
import { AppError } from "../lib/errors.ts";
import { check, refusalOf } from "../lib/parse.ts";

/** Bytes of a JSON body: a hundred times what the longest message needs. */
export const MAX_BODY = 256 * 1024;

const JSON_TYPE = /^application\/json\s*(;|$)/i;

const limit = bodyLimit({
  maxSize: MAX_BODY,
  onError: () => {
    throw new AppError("too_large");
  },
});

/** Bounds what calls itself JSON. @throws AppError `too_large`, before the body is read where its length is announced. */
export const limitJson: MiddlewareHandler = (c, next) =>
  JSON_TYPE.test(c.req.header("content-type") ?? "") ? limit(c, next) : next();

/** Lets JSON through, and no body at all. @throws AppError `unsupported_media_type`. */
export const onlyJson: MiddlewareHandler = async (c, next) => {
  const type = c.req.header("content-type");
  const empty = (c.req.header("content-length") ?? "0") === "0" && !c.req.header("transfer-encoding");
  if (!JSON_TYPE.test(type ?? "") && (type !== undefined || !empty)) throw new AppError("unsupported_media_type");
  await next();
};

/** What a call takes, from where the contract says: the handler reads the parsed value by `c.req.valid(target)`. */
export function validated(call: Call) {
  const target = call.method === "GET" ? "query" : "json";
  return zValidator(
    target,
    call.input,
    (result) => {
      if (result.success) return;
      // A list, a number or null where an object is due has no field to point at.
      if (result.error.issues.some((issue) => issue.path.length === 0 && issue.code === "invalid_type"))
        throw new AppError("malformed");
      throw refusalOf(result.error);
    },
    { validationFunction: check },
  );
}
