import { parse, serialize } from "hono/utils/cookie";

interface Terms {
  secure: boolean;
  /** Seconds. */
  maxAge: number;
}

/** `Strict`: a link on another site opens no staff page with a session. */
export function staffCookie(token: string | null, terms: Terms): string {
  return written("staff", token, terms);
}

const SECRET = /^[A-Za-z0-9_-]{43}$/;

export function readStaffCookie(request: Request): string | null {
  const token = readCookie(request, "staff");
  return token && SECRET.test(token) ? token : null;
}

/** In seconds: as long as the row of a session stays after its end. */
const DEVICE = 180 * 24 * 3600;

/** Opens nothing: wrong log-ins of a known device are counted apart from those of strangers. */
export function deviceCookie(device: string, secure: boolean): string {
  return written("staff-device", device, { secure, maxAge: DEVICE });
}

export function readDevice(request: Request): string | null {
  const device = readCookie(request, "staff-device");
  return device && SECRET.test(device) ? device : null;
}

/** Seconds in which the page must ask for what a form handed to it. */
const HANDED = 120;

/** Account and token of a set-up link, or site and token of an invitation, for the page after the form. */
export function handedCookie(handed: string | null, secure: boolean): string {
  return written("staff-link", handed, { secure, maxAge: HANDED });
}

export function readHanded(request: Request): { id: string; token: string } | null {
  const found = /^([\w-]{1,100})\.([\w-]{43})$/.exec(readCookie(request, "staff-link") ?? "");
  return found && { id: found[1] as string, token: found[2] as string };
}

function written(name: string, value: string | null, { secure, maxAge }: Terms): string {
  const age = value === null ? 0 : maxAge;
  return serialize(nameOf(name, secure), value ?? "", { path: "/", maxAge: age, httpOnly: true, sameSite: "Strict", secure });
}

function readCookie(request: Request, plain: string): string | undefined {
  const name = nameOf(plain, request.url.startsWith("https:"));
  return parse(request.headers.get("cookie") ?? "", name)[name];
}

function nameOf(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}
