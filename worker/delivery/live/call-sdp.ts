import { cleanCandidate, type SignalRules } from "./call-candidate.ts";

/** Bounds the work; a description of both kinds of media has about 200 lines. */
const MOST_LINES = 600;
const MOST_MEDIA = 6;
/** In characters of a line. */
const LONGEST = 1_000;
/** Candidates in one description. */
const MOST_CANDIDATES = 32;

const MEDIA = /^(audio|video) (\d{1,5}) (UDP\/TLS\/RTP\/SAVPF|RTP\/SAVPF) (\d{1,3}(?: \d{1,3}){0,100})$/;
const MID = "[A-Za-z0-9]{1,16}";
const TOKEN = "[A-Za-z0-9{}_+/-]{1,128}";
const HEADER =
  "urn:ietf:params:rtp-hdrext(?::[a-z][a-z0-9-]*)+|http://www\\.webrtc\\.org/experiments/rtp-hdrext/[a-z0-9-]+|http://www\\.ietf\\.org/id/[a-z0-9-]+|urn:3gpp:video-orientation|https://aomediacodec\\.github\\.io/av1-rtp-spec/#[a-z-]+";

/**
 * Attributes that pass, each with the whole of its value. No pattern holds an address: dots and colons stand only in names of
 * header extensions and in fingerprints. Everything else is left out, `crypto` and `identity` too.
 */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries({
    group: `BUNDLE(?: ${MID}){0,6}`,
    "extmap-allow-mixed": "",
    "msid-semantic": ` ?WMS(?: (?:\\*|${TOKEN}))?`,
    extmap: `\\d{1,3}(?:/(?:sendrecv|sendonly|recvonly|inactive))? (?:${HEADER})`,
    sendrecv: "",
    sendonly: "",
    recvonly: "",
    inactive: "",
    mid: MID,
    msid: `${TOKEN}(?: ${TOKEN})?`,
    "rtcp-mux": "",
    "rtcp-mux-only": "",
    "rtcp-rsize": "",
    "bundle-only": "",
    rtpmap: "\\d{1,3} [A-Za-z0-9-]{1,32}/\\d{1,6}(?:/\\d)?",
    fmtp: "\\d{1,3} [A-Za-z0-9=;, /_+-]{1,400}",
    "rtcp-fb": "(?:\\d{1,3}|\\*) [a-z0-9 -]{1,60}",
    ptime: "\\d{1,4}",
    maxptime: "\\d{1,4}",
    setup: "actpass|active|passive",
    fingerprint: "sha-(?:1|224|256|384|512) [0-9A-F]{2}(?::[0-9A-F]{2}){19,63}",
    "ice-ufrag": "[A-Za-z0-9+/]{4,256}",
    "ice-pwd": "[A-Za-z0-9+/]{22,256}",
    "ice-options": "(?:trickle|renomination|ice2)(?: (?:trickle|renomination|ice2)){0,2}",
    "ssrc-group": "(?:FID|SIM|FEC-FR)(?: \\d{1,10}){1,8}",
    "end-of-candidates": "",
  }).map(([name, value]) => [name, new RegExp(`^(?:${value})$`)]),
);
const SSRC = new RegExp(`^(\\d{1,10}) (?:cname:(.{0,256})|msid:(${TOKEN}(?: ${TOKEN})?))$`);

/** The description anew, with no address but the relay's; null for one that no browser writes. */
export function cleanSdp(sdp: string, rules: SignalRules): string | null {
  const lines = sdp.split(/\r\n|\n/);
  if (lines.at(-1) === "") lines.pop();
  if (lines.length > MOST_LINES || lines[0] !== "v=0") return null;
  const kept: string[] = [];
  let [media, candidates] = [0, 0];
  for (const line of lines) {
    if (line.length > LONGEST || !/^[a-z]=[\x20-\x7e]*$/.test(line)) return null;
    const [type, value] = [line[0], line.slice(2)];
    if (type === "m") {
      const found = MEDIA.exec(value);
      if (!found || ++media > MOST_MEDIA) return null;
      const [, kind, port, protocol, formats] = found;
      // Port 0 refuses the section (RFC 3264). Any other one is a dummy, as candidates trickle.
      kept.push(`m=${kind} ${Number(port) === 0 ? 0 : 9} ${protocol} ${formats}`, "c=IN IP4 0.0.0.0");
      continue;
    }
    if (line.startsWith("a=candidate:") && ++candidates > MOST_CANDIDATES) return null;
    const clean = type === "a" ? attributeOf(value, rules) : sessionLine(type, value);
    if (clean !== null) kept.push(clean);
  }
  return media === 0 ? null : `${kept.join("\r\n")}\r\n`;
}

function sessionLine(type: string | undefined, value: string): string | null {
  if (type === "v") return "v=0";
  if (type === "s") return "s=-";
  if (type === "t") return "t=0 0";
  if (type === "b") return /^(?:AS|TIAS):\d{1,9}$/.test(value) ? `b=${value}` : null;
  if (type !== "o") return null;
  const [, session, version] = /^\S+ (\d{1,20}) (\d{1,20}) IN IP[46] \S+$/.exec(value) ?? [];
  return session === undefined ? null : `o=- ${session} ${version} IN IP4 0.0.0.0`;
}

function attributeOf(text: string, rules: SignalRules): string | null {
  const [name, value] = halves(text);
  if (name === "candidate") {
    const candidate = cleanCandidate(text, rules);
    return candidate === null ? null : `a=${candidate}`;
  }
  // The address where RTCP would go without multiplexing.
  if (name === "rtcp") return "a=rtcp:9 IN IP4 0.0.0.0";
  if (name === "ssrc") {
    const found = SSRC.exec(value ?? "");
    if (!found) return null;
    return found[3] === undefined ? `a=ssrc:${found[1]} cname:c` : `a=ssrc:${found[1]} msid:${found[3]}`;
  }
  if (!Object.hasOwn(ATTRIBUTES, name) || !ATTRIBUTES[name]?.test(value ?? "")) return null;
  return value === null ? `a=${name}` : `a=${name}:${value}`;
}

function halves(text: string): [name: string, value: string | null] {
  const at = text.indexOf(":");
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}
