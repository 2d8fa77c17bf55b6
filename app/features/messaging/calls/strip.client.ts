/** RFC 8839 5.1: foundation, component, transport, priority, address, port, type; the rest are pairs. */
const CANDIDATE =
  /^candidate:([\w+/]{1,32}) (\d{1,3}) (udp|tcp) (\d{1,10}) ([\w.:-]{1,64}) (\d{1,5}) typ (host|srflx|prflx|relay)((?: [\w-]+ [\w.:+/-]+)*)$/i;
/** Pairs that name no address and no network. */
const KEPT = new Set(["generation", "ufrag", "tcptype"]);
const NOWHERE = "IN IP4 0.0.0.0";
const ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}|\bIP6\b|[\da-f]{0,4}(?::[\da-f]{0,4}){3,}/i;
/** Hashes have the form of an address: they are kept as they are. */
const FINGERPRINT = /^a=fingerprint:sha-\d{3} [\dA-F]{2}(?::[\dA-F]{2})+$/i;

/** Null if it must not leave this device. Unless both chose direct, only the relay's own address does. */
export function strippedCandidate(line: string, direct: boolean): string | null {
  const found = CANDIDATE.exec(line);
  if (!found) return null;
  const [, foundation, component, transport, priority, address, port, type, rest = ""] = found;
  if (type !== "relay" && !(direct && type !== "prflx")) return null;
  const words = rest.trim().split(" ");
  const pairs = words.flatMap((name, index) => (index % 2 === 0 && KEPT.has(name) ? [`${name} ${words[index + 1]}`] : []));
  // A base address is due for all but host candidates, and says nothing here.
  const base = type === "host" ? [] : ["raddr 0.0.0.0 rport 0"];
  return [`candidate:${foundation} ${component} ${transport} ${priority} ${address} ${port} typ ${type}`, ...base, ...pairs].join(
    " ",
  );
}

/** The session description without a network address, except in candidates that may leave. */
export function strippedSdp(sdp: string, direct: boolean): string {
  const lines = sdp.split(/\r?\n/).filter(Boolean);
  return lines
    .flatMap((line) => strippedLine(line, direct))
    .map((line) => `${line}\r\n`)
    .join("");
}

function strippedLine(line: string, direct: boolean): string[] {
  if (line.startsWith("a=candidate:")) {
    const candidate = strippedCandidate(line.slice(2), direct);
    return candidate ? [`a=${candidate}`] : [];
  }
  if (line.startsWith("c=")) return [`c=${NOWHERE}`];
  if (line.startsWith("o=")) {
    const [, session = "0", version = "0"] = line.split(" ");
    return [`o=- ${session} ${version} ${NOWHERE}`];
  }
  if (line.startsWith("a=rtcp:")) return [`a=rtcp:9 ${NOWHERE}`];
  // Port 0 rejects a section; any other would be a port of this device or of the relay.
  if (line.startsWith("m=")) return [line.replace(/^(m=\w+) [1-9]\d*/, "$1 9")];
  return FINGERPRINT.test(line) || !ADDRESS.test(line) ? [line] : [];
}
