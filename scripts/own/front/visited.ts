/** Headers that only the proxy in front may set. A client's own are dropped. */
const OF_THE_NETWORK = /^(cf|mf|x-forwarded)-/;

/** The request as Cloudflare's network would hand it on: address, host and protocol come from the proxy in front. */
export function asVisited(request: Request, countryHeader: string | undefined): Request {
  const url = new URL(request.url);
  const { headers: given } = request;
  if (first(given.get("x-forwarded-proto")) === "https") url.protocol = "https:";
  const headers = new Headers();
  for (const [name, value] of given) if (!OF_THE_NETWORK.test(name)) headers.append(name, value);
  // The proxy appends the address of its peer to the header that the client sent.
  const address = given.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  if (address) headers.set("cf-connecting-ip", address);
  const country = countryHeader ? given.get(countryHeader) : null;
  if (country) headers.set("cf-ipcountry", country.toUpperCase());
  // An empty `cf`: the socket takes one from a header.
  return new Request(new Request(url, request), { headers, cf: {} });
}

function first(value: string | null): string | undefined {
  return value?.split(",")[0]?.trim().toLowerCase();
}
