/** The IPv4 address or IPv6 /64 (one household). Only `cf-connecting-ip` is trusted: clients forge X-Forwarded-For. */
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
