/** An RTCPeerConnection whose other end is the test. */
export class FakePeer {
  signalingState: RTCSignalingState = "stable";
  iceConnectionState: RTCIceConnectionState = "new";
  localDescription: { type: RTCSdpType; sdp: string } | null = null;
  onnegotiationneeded: (() => void) | null = null;
  onicecandidate: ((event: { candidate: object | null }) => void) | null = null;
  ontrack: ((event: { track: object }) => void) | null = null;
  oniceconnectionstatechange: (() => void) | null = null;
  readonly did: string[] = [];
  readonly sent: Record<string, unknown> = {};
  #transceivers: { direction: string; receiver: object; sender: object }[] = [];
  #offers = 0;
  configuration: RTCConfiguration;

  constructor(configuration: RTCConfiguration) {
    this.configuration = configuration;
  }

  addTransceiver(kind: string, { direction }: { direction: string }) {
    const sender = {
      replaceTrack: async (track: unknown) => {
        this.sent[kind] = track;
      },
    };
    const made = { direction, receiver: { track: { kind } }, sender };
    this.#transceivers.push(made);
    return made;
  }
  getTransceivers() {
    return this.#transceivers;
  }
  async setLocalDescription() {
    const type = this.signalingState === "have-remote-offer" ? "answer" : "offer";
    this.signalingState = type === "offer" ? "have-local-offer" : "stable";
    this.localDescription = { type, sdp: `v=0\r\no=- 1 ${++this.#offers} IN IP4 127.0.0.1\r\nc=IN IP4 198.51.100.7\r\n` };
    this.did.push(type);
  }
  async setRemoteDescription({ type }: { type: string }) {
    this.signalingState = type === "offer" ? "have-remote-offer" : "stable";
    if (type === "offer" && this.#transceivers.length === 0)
      for (const kind of ["audio", "video"]) this.addTransceiver(kind, { direction: "recvonly" });
    this.did.push(`remote ${type}`);
  }
  async addIceCandidate(candidate?: { candidate: string }) {
    this.did.push(`candidate ${candidate?.candidate}`);
  }
  restartIce() {
    this.did.push("restart");
  }
  setConfiguration(configuration: RTCConfiguration) {
    this.configuration = configuration;
  }
  async getStats() {
    return new Map();
  }
  close() {
    this.did.push("close");
  }
  /** The path to the other side changes. */
  becomes(state: RTCIceConnectionState) {
    this.iceConnectionState = state;
    this.oniceconnectionstatechange?.();
  }
}
