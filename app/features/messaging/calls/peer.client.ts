import type { Relay, SignalData } from "./call-frames.client.ts";
import { strippedCandidate, strippedSdp } from "./strip.client.ts";

/** In ms between two attempts to find a way again. */
const AGAIN = 4_000;
const KINDS = ["audio", "video"] as const;
type Kind = (typeof KINDS)[number];

export type PeerState = "connecting" | "connected" | "interrupted";

export interface PeerDeps {
  create(configuration: RTCConfiguration): RTCPeerConnection;
  say(data: SignalData): void;
  onTrack(track: MediaStreamTrack): void;
  onState(state: PeerState): void;
}

/**
 * One connection of the call, by perfect negotiation (WebRTC 10.7). The caller makes both sections, the callee fills them:
 * a camera that comes or goes needs no negotiation.
 */
export class Peer {
  #connection: RTCPeerConnection;
  #relay: Relay;
  readonly #deps: PeerDeps;
  readonly #caller: boolean;
  readonly #tracks: Record<Kind, MediaStreamTrack | null> = { audio: null, video: null };
  #making = false;
  #ignoring = false;
  #queue: Promise<unknown> = Promise.resolve();
  #retry: ReturnType<typeof setInterval> | undefined;
  #closed = false;

  constructor(deps: PeerDeps, { caller, relay }: { caller: boolean; relay: Relay }) {
    this.#deps = deps;
    this.#caller = caller;
    this.#relay = relay;
    this.#connection = this.#open();
  }

  /** Also before the sections exist. */
  send(kind: Kind, track: MediaStreamTrack | null): void {
    this.#tracks[kind] = track;
    void this.#senderOf(kind)
      ?.replaceTrack(track)
      .catch(() => {}); // of a connection that was closed meanwhile
  }

  /** In order: a candidate needs the description before it. */
  hear(data: SignalData): Promise<void> {
    const heard = this.#queue.then(() => this.#hear(data)).catch(() => this.#tell("interrupted"));
    this.#queue = heard;
    return heard;
  }

  /** New credentials. They hold for the addresses that are asked for from now on. */
  configure(relay: Relay): void {
    this.#relay = relay;
    this.#connection.setConfiguration(configurationOf(relay));
  }

  restart(): void {
    if (!this.#closed) this.#connection.restartIce();
  }

  stats(): Promise<RTCStatsReport> {
    return this.#connection.getStats();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#retry);
    this.#connection.close();
  }

  #open(): RTCPeerConnection {
    const connection = this.#deps.create(configurationOf(this.#relay));
    const isOld = () => this.#closed || this.#connection !== connection;
    connection.onnegotiationneeded = () => void this.#offer(connection);
    connection.onicecandidate = ({ candidate }) => {
      if (!isOld()) this.#sayCandidate(candidate);
    };
    connection.ontrack = ({ track }) => this.#deps.onTrack(track);
    connection.oniceconnectionstatechange = () => !isOld() && this.#follow(connection.iceConnectionState);
    if (this.#caller)
      for (const kind of KINDS) {
        const { sender } = connection.addTransceiver(kind, { direction: "sendrecv" });
        void sender.replaceTrack(this.#tracks[kind]).catch(() => {});
      }
    return connection;
  }

  /** The other page was loaded anew, and knows nothing of the old connection. */
  #reopen(): void {
    const old = this.#connection;
    this.#making = false;
    this.#ignoring = false;
    this.#connection = this.#open();
    old.close();
    this.#tell("connecting");
  }

  async #offer(connection: RTCPeerConnection): Promise<void> {
    try {
      this.#making = true;
      await connection.setLocalDescription();
      this.#sayDescription(connection);
    } catch {
      // Closed meanwhile, or an offer of the other side came first and is answered.
    } finally {
      this.#making = false;
    }
  }

  async #hear(data: SignalData): Promise<void> {
    const connection = this.#connection;
    if (this.#closed) return;
    if ("say" in data) {
      if (data.say === "fresh") this.#reopen();
    } else if ("sdp" in data) {
      const collides = data.sdp.type === "offer" && (this.#making || connection.signalingState !== "stable");
      // The callee is polite: it takes its own offer back.
      this.#ignoring = this.#caller && collides;
      if (this.#ignoring) return;
      await connection.setRemoteDescription(data.sdp);
      if (data.sdp.type !== "offer") return;
      await this.#fill(connection);
      await connection.setLocalDescription();
      this.#sayDescription(connection);
    } else {
      await connection.addIceCandidate(data.candidate ?? undefined).catch((error: unknown) => {
        if (!this.#ignoring) throw error;
      });
    }
  }

  async #fill(connection: RTCPeerConnection): Promise<void> {
    for (const transceiver of connection.getTransceivers()) {
      const { kind } = transceiver.receiver.track;
      transceiver.direction = "sendrecv";
      await transceiver.sender.replaceTrack(this.#tracks[kind as Kind]);
    }
  }

  #senderOf(kind: Kind): RTCRtpSender | undefined {
    return this.#connection.getTransceivers().find(({ receiver }) => receiver.track.kind === kind)?.sender;
  }

  #sayDescription({ localDescription }: RTCPeerConnection): void {
    if (!localDescription || this.#closed) return;
    const { type, sdp } = localDescription;
    if (type === "offer" || type === "answer")
      this.#deps.say({ sdp: { type, sdp: strippedSdp(sdp, this.#relay.policy === "all") } });
  }

  #sayCandidate(found: RTCIceCandidate | null): void {
    // Firefox says the end with an empty candidate too.
    if (!found?.candidate) return;
    const candidate = strippedCandidate(found.candidate, this.#relay.policy === "all");
    if (!candidate) return;
    const { sdpMid, sdpMLineIndex, usernameFragment } = found;
    this.#deps.say({ candidate: { candidate, sdpMid, sdpMLineIndex, usernameFragment } });
  }

  #follow(state: RTCIceConnectionState): void {
    if (state === "connected" || state === "completed") this.#tell("connected");
    if (state === "disconnected" || state === "failed") this.#tell("interrupted");
  }

  #tell(state: PeerState): void {
    if (this.#closed) return;
    clearInterval(this.#retry);
    this.#deps.onState(state);
    if (state !== "interrupted") return;
    this.restart();
    this.#retry = setInterval(() => this.restart(), AGAIN);
  }
}

function configurationOf({ ice_servers, policy }: Relay): RTCConfiguration {
  return {
    iceServers: ice_servers.map(({ urls, username, credential }) => ({ urls: [...urls], username, credential })),
    iceTransportPolicy: policy,
    bundlePolicy: "max-bundle",
  };
}
