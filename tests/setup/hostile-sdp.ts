const FINGERPRINT = `sha-256 ${"AB:".repeat(31)}AB`;
const HEAD = ["v=0", "o=- 4611731400430051336 2 IN IP4 127.0.0.1", "s=-", "t=0 0"];
const MEDIA = [
  "m=audio 9 UDP/TLS/RTP/SAVPF 111 0",
  "c=IN IP4 0.0.0.0",
  "a=rtcp:9 IN IP4 0.0.0.0",
  "a=ice-ufrag:abcd",
  "a=ice-pwd:0123456789abcdefghijkl",
  "a=ice-options:trickle",
  `a=fingerprint:${FINGERPRINT}`,
  "a=setup:actpass",
  "a=mid:0",
  "a=sendrecv",
  "a=rtcp-mux",
  "a=rtpmap:111 opus/48000/2",
  "a=fmtp:111 minptime=10;useinbandfec=1",
];
/** What browsers write, without candidates. */
export const PLAIN_SDP = sdpWith();

export function sdpWith(...more: string[]): string {
  return `${[...HEAD, "a=group:BUNDLE 0", ...MEDIA, ...more].join("\r\n")}\r\n`;
}

/** Addresses of the sender's device and networks: none of them may be in what passes. */
export const SECRET_ADDRESSES = [
  ...["192.168.7.23", "10.11.12.13", "203.0.113.77", "198.51.100.9"],
  ...["2001:db8:77::1", "fe80::77", "fd00:77::2", "b7f0c9e2-0000-4000-8000-123456789abc.local"],
];

const [LAN, TEN, WAN, OTHER, V6, LINK, LOCAL6, MDNS] = SECRET_ADDRESSES as [
  ...[string, string, string, string],
  ...[string, string, string, string],
];

/** Lines that tell an address. They are left out or written anew without it; the description itself passes. */
export const TELLING_LINES = [
  `a=candidate:1 1 udp 2122260223 ${LAN} 54321 typ host generation 0`,
  `a=candidate:1 1 udp 2122260223 ${MDNS} 54321 typ host`,
  `a=candidate:2 1 udp 1686052607 ${WAN} 54321 typ srflx raddr ${LAN} rport 54321`,
  `a=candidate:3 1 udp 1686052607 ${WAN} 54321 typ prflx raddr ${LAN} rport 54321`,
  `a=candidate:4 1 tcp 1518280447 ${TEN} 9 typ host tcptype active`,
  `a=candidate:5 1 udp 41885439 ${LAN} 54321 typ relay raddr ${WAN} rport 1`,
  `a=candidate:6 1 udp 41885439 ${TEN} 54321 typ relay`,
  `a=candidate:7 1 udp 41885439 ${LINK} 54321 typ relay`,
  `a=candidate:8 1 udp 41885439 ${LOCAL6} 54321 typ relay`,
  `a=candidate:9 1 udp 41885439 ${MDNS} 54321 typ relay`,
  `a=candidate:10 1 UDP 41885439 ${WAN} 54321 typ HOST`,
  `a=candidate:11 1 udp 41885439  ${WAN} 54321 typ relay typ host`,
  `a=candidate:12 1 udp 41885439 ${OTHER} 54321 typ relay extension ${LAN}`,
  `a=candidate:13 1 udp 2122260223 ${V6} 54321 typ host network-id 3 network-cost 50`,
  `a=remote-candidates:1 ${WAN} 54321`,
  `a=rtcp:54321 IN IP4 ${WAN}`,
  `a=rtcp:54321 IN IP6 ${V6}`,
  `a=source-filter: incl IN IP4 * ${LAN}`,
  `a=altc:1 IP4 ${WAN} 54321`,
  `a=ssrc:1 cname:${LAN}`,
  `a=ssrc:1 cname:${MDNS}`,
  `a=ssrc:1 label:${LAN}`,
  `a=msid:${LAN} track`,
  `a=mid:${LAN}`,
  `a=fmtp:111 address=${LAN}`,
  `a=extmap:1 urn:ietf:params:rtp-hdrext:${V6}`,
  `a=extmap:1 http://${WAN}/header`,
  `a=rtpmap:111 ${LAN}/8000`,
  `a=identity:${LAN}`,
  `a=note:${WAN}`,
  `a=x-google-flag:${WAN}`,
  `a=ice-options:${LAN}`,
  `a=fingerprint:${LAN}`,
  `a=setup:${LAN}`,
  `a=group:BUNDLE ${LAN}`,
  `a=rtcp-fb:* ${LAN}`,
  `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${LAN}`,
  `a=${LAN}`,
  `c=IN IP4 ${WAN}`,
  `c=IN IP6 ${V6}`,
  `c=IN IP4 ${LAN}/127`,
  `i=${LAN}`,
  `u=http://${WAN}/`,
  `e=me@${WAN}`,
  `p=${WAN}`,
  `k=clear:${LAN}`,
  `z=0 ${LAN}`,
  `r=${LAN}`,
  `b=AS:${LAN}`,
  `b=X-${LAN}:5`,
  `s=${LAN}`,
  `t=0 ${LAN}`,
  `o=${LAN} 1 1 IN IP4 ${WAN}`,
  `o=- 1 1 IN IP6 ${V6}`,
];

/** Whole descriptions that no browser writes: refused. */
export const REFUSED_SDPS: readonly string[] = [
  "",
  "v=1",
  "hello",
  HEAD.join("\r\n"),
  `\ufeff${PLAIN_SDP}`,
  ` ${PLAIN_SDP}`,
  PLAIN_SDP.replace("m=audio 9", "m=application 9"),
  PLAIN_SDP.replace("m=audio 9", "m=message 9"),
  PLAIN_SDP.replace("m=audio 9", "m=audio 9/2"),
  PLAIN_SDP.replace("UDP/TLS/RTP/SAVPF", "RTP/AVP"),
  PLAIN_SDP.replace("UDP/TLS/RTP/SAVPF", "TCP/TLS/RTP/SAVPF"),
  PLAIN_SDP.replace(" 111 0\r\n", " 111 x\r\n"),
  PLAIN_SDP.replace("a=setup:actpass", "setup:actpass"),
  PLAIN_SDP.replace("a=setup:actpass", "a =setup:actpass"),
  PLAIN_SDP.replace("a=setup:actpass", "a=setup\u0000"),
  PLAIN_SDP.replace("a=setup:actpass", "a=sétup"),
  PLAIN_SDP.replace("a=setup:actpass", "A=setup:actpass"),
  PLAIN_SDP.replace("a=mid:0", `a=mid:${"0".repeat(1_001)}`),
  PLAIN_SDP.replaceAll("\r\n", "\r"),
  `${PLAIN_SDP}\r\n`,
  sdpWith(...Array<string>(601).fill("a=sendrecv")),
  sdpWith(...Array<string>(33).fill("a=candidate:1 1 udp 1 198.51.100.9 9 typ relay")),
  sdpWith(...Array<string>(6).fill("m=audio 9 UDP/TLS/RTP/SAVPF 0")),
];
