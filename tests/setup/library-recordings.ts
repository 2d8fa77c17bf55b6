import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import { OPUS_HEAD, SILENCE } from "./recordings.ts";

/** As other programs write them: with the library's muxers, tags and all. */
export async function recordingOf(kind: "webm" | "ogg" | "mp4" | "fragmented" | "aac", seconds: number): Promise<Uint8Array> {
  const format = {
    webm: () => new WebMOutputFormat(),
    ogg: () => new OggOutputFormat(),
    mp4: () => new Mp4OutputFormat({ fastStart: "in-memory" }),
    fragmented: () => new Mp4OutputFormat({ fastStart: "fragmented" }),
    aac: () => new Mp4OutputFormat({ fastStart: false }),
  }[kind]();
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const isAac = kind === "aac";
  const source = new EncodedAudioPacketSource(isAac ? "aac" : "opus");
  output.addAudioTrack(source, { name: "Anna's phone" });
  output.setMetadataTags({ title: "Home address", artist: "Anna" });
  await output.start();
  const [length, config] = isAac
    ? [1024 / 48_000, { codec: "mp4a.40.2", numberOfChannels: 1, sampleRate: 48_000, description: new Uint8Array([0x11, 0x88]) }]
    : [0.02, { codec: "opus", numberOfChannels: 1, sampleRate: 48_000, description: new Uint8Array(OPUS_HEAD) }];
  for (let at = 0; at < seconds - length / 2; at += length)
    await source.add(new EncodedPacket(isAac ? new Uint8Array([1, 64, 34, 128]) : SILENCE, "key", at, length), {
      decoderConfig: config,
    });
  await output.finalize();
  return new Uint8Array(target.buffer as ArrayBuffer);
}
