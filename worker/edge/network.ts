/**
 * The visitor's network, for limits: the IPv4 address, or the /64 of an IPv6 one (what one household or phone gets).
 * Only `cf-connecting-ip` is read, which Cloudflare overwrites; X-Forwarded-For and its kin say what a client likes.
 */
export function networkOf(request: Request): string {
  const address = request.headers.get("cf-connecting-ip") ?? "local";
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  while (tail !== undefined && groups.length + after.length < 8) groups.push("0");
  return `${[...groups, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
