import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { MAX_BODY, MAX_UPLOAD } from "#worker/platform/bodies.ts";
import type { Call } from "#worker/platform/call.ts";
import { AppError } from "#worker/platform/errors.ts";
import { check, refusalOf } from "#worker/platform/parse.ts";

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const MULTIPART = /^multipart\/form-data\s*;/i;

const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError("too_large");
    },
  });
const limit = limitTo(MAX_BODY);
export const limitReport = limitTo(16 * 1024);
/** For a proof of age with its certificates. */
export const limitAnswer = limitTo(64 * 1024);
const limitUpload = limitTo(MAX_UPLOAD);

const isForm = (type: string | undefined) => MULTIPART.test(type ?? "");

const mostOf = (type: string | undefined) => (isForm(type) ? MAX_UPLOAD : MAX_BODY);

/** Checks the announced length only. @throws too_large */
export const checkLength: MiddlewareHandler = (c, next) => {
  if (Number(c.req.header("content-length") ?? 0) > mostOf(c.req.header("content-type"))) throw new AppError("too_large");
  return next();
};

/** For bodies of unannounced length; reads them. @throws too_large */
export const limitBody: MiddlewareHandler = (c, next) => (isForm(c.req.header("content-type")) ? limitUpload : limit)(c, next);

/** `uploads` holds "METHOD /path" of the calls that take a form. @throws unsupported_media_type */
export const onlyTypeOf = (uploads: Set<string>): MiddlewareHandler => {
  return async (c, next) => {
    const type = c.req.header("content-type");
    if (uploads.has(`${c.req.method} ${c.req.path}`)) {
      if (!MULTIPART.test(type ?? "")) throw new AppError("unsupported_media_type");
      return next();
    }
    const empty = (c.req.header("content-length") ?? "0") === "0" && !c.req.header("transfer-encoding");
    if (!JSON_TYPE.test(type ?? "") && (type !== undefined || !empty)) throw new AppError("unsupported_media_type");
    return next();
  };
};

export function targetOf({ method, multipart }: Call): "query" | "form" | "json" {
  if (method === "GET") return "query";
  return multipart ? "form" : "json";
}

export function validated(call: Call) {
  const target = targetOf(call);
  return zValidator(
    target,
    call.input,
    (result) => {
      if (result.success) return;
      // A list, number or null instead of an object has no field to name.
      if (result.error.issues.some((issue) => issue.path.length === 0 && issue.code === "invalid_type"))
        throw new AppError("malformed");
      throw refusalOf(result.error);
    },
    { validationFunction: check },
  );
}
