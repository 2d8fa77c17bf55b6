import { parse, serialize } from "hono/utils/cookie";

/** `Strict`: a link on another site opens no staff page with a session. */
export function staffCookie(token: string | null, { secure, maxAge }: { secure: boolean; maxAge: number }): string {
  return serialize(nameOf(secure), token ?? "", {
    path: "/",
    maxAge: token === null ? 0 : maxAge,
    httpOnly: true,
    sameSite: "Strict",
    secure,
  });
}

export function readStaffCookie(request: Request): string | null {
  const name = nameOf(request.url.startsWith("https:"));
  const token = parse(request.headers.get("cookie") ?? "", name)[name];
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
}

function nameOf(secure: boolean): string {
  return secure ? "__Host-staff" : "staff";
}
