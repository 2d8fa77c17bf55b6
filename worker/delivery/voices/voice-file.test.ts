import { BufferSource, EncodedPacketSink, Input, MP4, WEBM } from "mediabunny";
import { expect, test } from "vitest";
import { recordingOf } from "#tests/setup/library-recordings.ts";
import * as made from "#tests/setup/recordings.ts";
import { AppError } from "#worker/platform/errors.ts";
import { makeVoice } from "./voice-file.ts";
import { writeMp4 } from "./write-mp4.ts";

const { block, box, bytesOf, cluster, element, full, mp4, number, page, SILENCE, webm, webmTrack } = made;

const fileOf = (bytes: Uint8Array) => new File([bytes as Uint8Array<ArrayBuffer>], "voice");
const blocks = (seconds: number) => made.opusFrames(seconds).map((frame) => block(frame));

async function refusal(bytes: Uint8Array, longest = 60): Promise<string> {
  try {
    await makeVoice(fileOf(bytes), longest);
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.fields?.[0]?.code}`;
    throw error;
  }
  return "accepted";
}

async function readBack(bytes: ArrayBuffer) {
  const input = new Input({ source: new BufferSource(bytes), formats: [WEBM, MP4] });
  const tracks = await input.getTracks();
  const [track] = await input.getAudioTracks();
  if (!track) return expect.unreachable("no track");
  const frames: number[][] = [];
  let end = 0;
  for await (const { data, timestamp, duration } of new EncodedPacketSink(track).packets()) {
    frames.push([...data]);
    end = timestamp + duration;
  }
  return {
    tracks: tracks.length,
    codec: await track.getCodec(),
    name: await track.getName(),
    frames,
    end,
    tags: await input.getMetadataTags(),
  };
}

test.each(["webm", "ogg", "mp4", "fragmented", "aac"] as const)(
  "a recording as %s keeps its frames and loses its tags",
  async (kind) => {
    const upload = await recordingOf(kind, 2);
    expect(new TextDecoder("latin1").decode(upload), "the upload has tags").toContain("Home address");
    const { bytes, type, duration } = await makeVoice(fileOf(upload), 60);
    expect(type).toBe(kind === "aac" ? "audio/mp4" : "audio/webm");
    expect(Math.abs(duration - 2000)).toBeLessThan(25);
    const read = await readBack(bytes);
    expect(read).toMatchObject({ tracks: 1, codec: kind === "aac" ? "aac" : "opus", name: null });
    expect(read.frames.length).toBe(kind === "aac" ? 94 : 100);
    expect(new Set(read.frames.map(String)).size).toBe(1);
    expect(Math.abs(read.end - 2)).toBeLessThan(0.03);
    expect(new TextDecoder("latin1").decode(bytes)).not.toMatch(/Home address|Anna/);
  },
);

test("a stream of a recorder, whose sizes are unknown, becomes a file that knows its length", async () => {
  const live = webm([webmTrack()], [cluster(blocks(1), null), cluster(blocks(1), null)]);
  const { bytes, duration } = await makeVoice(fileOf(live), 60);
  const read = await readBack(bytes);
  expect([duration, read.frames.length]).toEqual([2000, 100]);
  const tail = bytesOf(element(0x1254c367, made.ascii("tags of the site")));
  expect(await refusal(bytesOf(live, tail)), "what follows the clusters is left out").toBe("accepted");
});

test("a recorder that stops a little late is not refused", async () => {
  expect(await refusal(webm([webmTrack()], [cluster(blocks(61.4))]))).toBe("accepted");
});

test("an MP4 of the rests of the hostile ones is accepted: each is refused for what it says", async () => {
  const whole = mp4({ table: table() });
  expect(await refusal(whole)).toBe("accepted");
  expect(await refusal(bytesOf(whole, box("free", [])))).toBe("accepted");
  expect(await refusal(mp4({ table: [sizes(0, 0)], rest: [moof(full("trun", 1, 1, 8))] }))).toBe("accepted");
});

test("a sample rate beyond 16 bits is stated by the descriptor alone", () => {
  const written = writeMp4({ channels: 1, rate: 96_000, frames: [new Uint8Array(4)] });
  const at = new TextDecoder("latin1").decode(written).indexOf("mp4a\0\0\0\0");
  expect([...written.subarray(at + 28, at + 32)]).toEqual([0, 0, 0, 0]);
});

test("the frames tell the length, whatever the container says", async () => {
  // All blocks have the time 0.
  const long = webm([webmTrack()], [cluster(blocks(62))]);
  expect(await refusal(long)).toBe("invalid recording_too_long");
  expect(await refusal(webm([webmTrack()], [cluster(blocks(32))]), 30)).toBe("invalid recording_too_long");
  expect(await refusal(webm([webmTrack()], [cluster(blocks(30))]), 30)).toBe("accepted");
  // 120 ms in each packet.
  const packed = new Uint8Array([0xfb, 6, 1, 1, 1, 1, 1, 1]);
  expect(await refusal(webm([webmTrack()], [cluster(made.opusFrames(11, packed).map((frame) => block(frame)))]))).toBe(
    "invalid recording_too_long",
  );
});

const sizes = (count: number, each: number) => full("stsz", 0, each, count);
const table = (count = 1, each = 3, at = 8) => [sizes(count, each), full("stsc", 0, 1, 1, count, 1), full("stco", 0, 1, at)];
const trun = (count: number, flags = 0) => full("trun", flags, count);
const traf = (track: number, ...runs: Uint8Array[]) => box("traf", bytesOf(full("tfhd", 0x10, track, 3), ...runs));
const moof = (...runs: Uint8Array[]) => box("moof", traf(1, ...runs));
const video = () => webmTrack({ number: 2, type: 1, codec: "V_VP8" });
const nested = (depth: number): Uint8Array => (depth === 0 ? bytesOf() : box("moov", nested(depth - 1)));
const laced = (frames: number) => block([frames - 1, ...SILENCE], { flags: 0x84 });
const good = () => webm([webmTrack()], [cluster(blocks(1))]);

/** What a browser never records. Each states more than it has, or has more than one stream. */
const HOSTILE: Record<string, () => Uint8Array> = {
  text: () => new TextEncoder().encode("<script>alert(1)</script>"),
  "a picture": () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
  "MP3 with a cover": () =>
    bytesOf(
      made.ascii("ID3"),
      [4, 0, 0, 0, 0, 15, 118],
      made.ascii("APIC"),
      number(0, 200),
      [0xff, 0xfb, 0x90, 0x64],
      number(0, 400),
    ),
  WAVE: () => bytesOf(made.ascii("RIFF"), number(1, 4), made.ascii("WAVEfmt "), number(0, 40)),
  "one byte": () => new Uint8Array([0x1a]),
  "a WebM header alone": () => made.EBML,
  "WebM of another document type": () =>
    bytesOf(element(0x1a45dfa3, element(0x4282, made.ascii("html"))), good().subarray(made.EBML.length)),
  "WebM without frames": () => webm([webmTrack()], [cluster([])]),
  "WebM without a track": () => webm([], [cluster(blocks(1))]),
  "WebM with a video track": () => webm([webmTrack(), video()], [cluster(blocks(1))]),
  "WebM with video alone": () => webm([webmTrack({ type: 1, codec: "V_VP9" })], [cluster(blocks(1))]),
  "WebM with two audio tracks": () => webm([webmTrack(), webmTrack({ number: 2 })], [cluster(blocks(1))]),
  "WebM with subtitles": () =>
    webm([webmTrack(), webmTrack({ number: 2, type: 17, codec: "S_TEXT/UTF8" })], [cluster(blocks(1))]),
  "WebM with a track in the tracks of a second list": () => bytesOf(good(), element(0x1654ae6b, video())),
  "WebM with Vorbis": () => webm([webmTrack({ codec: "A_VORBIS" })], [cluster(blocks(1))]),
  "WebM with eight channels": () =>
    webm([webmTrack({ head: [...made.ascii("OpusHead"), 1, 8, 0, 0, 0, 0, 0, 0, 0, 0, 1] })], [cluster(blocks(1))]),
  "WebM with a head that is cut off": () => webm([webmTrack({ head: made.ascii("OpusHead") })], [cluster(blocks(1))]),
  "WebM with compressed frames": () => webm([webmTrack({ more: element(0x6d80, element(0x6240, [])) })], [cluster(blocks(1))]),
  "WebM with a block of a track that is not there": () =>
    webm([webmTrack()], [cluster([...blocks(1), block(SILENCE, { track: 3 })])]),
  "WebM with frames packed 256 to a block": () => webm([webmTrack()], [cluster(Array.from({ length: 3_000 }, () => laced(256)))]),
  "WebM with an empty block": () => webm([webmTrack()], [cluster([block([])])]),
  "WebM that is cut off": () => good().subarray(0, good().length - 2),
  "WebM whose cluster is larger than the file": () => webm([webmTrack()], [cluster(blocks(1), 2 ** 40)]),
  "WebM whose block is larger than its cluster": () =>
    webm([webmTrack()], [cluster([element(0xa3, [0x81, 0, 0, 0x80, ...SILENCE], 9_000)]), cluster(blocks(1))]),
  "WebM whose block has no end": () => webm([webmTrack()], [cluster([element(0xa3, [0x81, 0, 0, 0x80, ...SILENCE], null)])]),
  "WebM with a cluster in a cluster": () => webm([webmTrack()], [cluster([cluster(blocks(1))])]),
  "WebM with clusters without end": () =>
    webm(
      [webmTrack()],
      Array.from({ length: 6_000 }, () => element(0x1f43b675, [], null)),
    ),
  "WebM with segments in segments": () =>
    bytesOf(made.EBML, ...Array.from({ length: 5_000 }, () => element(0x18538067, [], null))),
  "WebM with a page of a site behind it": () =>
    bytesOf(webm([webmTrack()], [cluster(blocks(1))], 0), new TextEncoder().encode("<html><script>")),
  "Ogg with Vorbis": () => page([bytesOf([1], made.ascii("vorbis"), number(0, 30))], { flags: 2 }),
  "Ogg with two streams": () => bytesOf(...made.OGG_HEAD, page([SILENCE]), page([SILENCE], { serial: 9 })),
  "Ogg that is cut off": () => bytesOf(...made.OGG_HEAD, page([SILENCE]).subarray(0, 30)),
  "Ogg whose packet never ends": () => bytesOf(...made.OGG_HEAD, page([new Uint8Array(255)], { lengths: [255] })),
  "Ogg with a picture instead of tags": () => bytesOf(made.OGG_HEAD[0] ?? [], page([made.EBML]), page([SILENCE])),
  "MP4 with a video track": () => mp4({ table: table(), moreTracks: [box("trak", [])] }),
  "MP4 with video alone": () => mp4({ handler: "vide", table: table() }),
  "MP4 with MP3": () => mp4({ entry: box(".mp3", number(0, 28)), table: table() }),
  "MP4 with four thousand million frames in a fragment": () =>
    mp4({ table: [sizes(0, 0)], mvex: [box("mvex", full("trex", 0, 1, 1, 0, 3))], rest: [moof(trun(2 ** 32 - 1))] }),
  "MP4 with a thousand fragments of ten thousand frames": () =>
    mp4({ table: [sizes(0, 0)], rest: [moof(...Array.from({ length: 1000 }, () => trun(10_000)))] }),
  "MP4 with four thousand million frames in its table": () => mp4({ table: table(2 ** 32 - 1, 3) }),
  "MP4 with a table that is cut off": () => mp4({ table: [full("stsz", 0, 0, 9), ...table().slice(1)] }),
  "MP4 whose frames are one and the same": () => mp4({ table: table(20_000, 1275) }),
  "MP4 whose frame lies behind the file": () => mp4({ table: table(1, 3, 2 ** 31) }),
  "MP4 whose frame lies before the file": () => mp4({ table: [sizes(0, 0)], rest: [moof(full("trun", 1, 1, 2 ** 32 - 9_000))] }),
  "MP4 with a table of chunks that stand still": () =>
    mp4({ table: [sizes(9, 3), full("stsc", 0, 1, 1, 0, 1), full("stco", 0, 1, 8)] }),
  "MP4 with frames of a second track": () => mp4({ table: table(), rest: [box("moof", traf(2, full("trun", 1, 1, 8)))] }),
  "MP4 with a hundred thousand empty boxes": () =>
    bytesOf(mp4({ table: table() }), ...Array.from({ length: 100_000 }, () => box("free", []))),
  "MP4 with a box of another world's size": () =>
    bytesOf(mp4({ table: table() }), number(1, 4), made.ascii("free"), number(2 ** 53, 8)),
  "MP4 with boxes in boxes": () => bytesOf(box("ftyp", []), nested(1500)),
  "MP4 with a box of size 2": () => bytesOf(mp4({ table: table() }), box("free", [], 2)),
  "MP4 with AAC of an endless descriptor": () =>
    mp4({
      entry: box("mp4a", bytesOf(number(0, 28), box("esds", bytesOf(number(0, 4), [3, 255, 255, 255, 255, 255])))),
      table: table(),
    }),
  "MP4 with an old sample entry": () =>
    mp4({ entry: box("mp4a", bytesOf(number(0, 8), number(1, 2), number(0, 18))), table: table() }),
};

test("no container that a browser does not record is stored, and none takes memory beyond its size", async () => {
  expect(Object.keys(HOSTILE).length).toBeGreaterThanOrEqual(40);
  const [accepted, large]: [string[], string[]] = [[], []];
  const taken = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  for (const [name, bytes] of Object.entries(HOSTILE)) {
    const file = bytes().subarray(0, 1024 * 1024);
    const before = taken();
    const outcome = await refusal(file);
    // A Worker has 128 MB for all that it does. The most is 3 MB.
    if (taken() - before > 16 * 2 ** 20) large.push(name);
    if (outcome !== "unsupported_media_type not_a_recording") accepted.push(`${name}: ${outcome}`);
  }
  expect([accepted, large]).toEqual([[], []]);
});

test("every cut of a recording is refused or shorter, and none breaks the reader", async () => {
  for (const kind of ["webm", "ogg", "fragmented", "aac"] as const) {
    const whole = await recordingOf(kind, 0.2);
    for (let length = 1; length < whole.length; length += 13)
      expect(["accepted", "unsupported_media_type not_a_recording"]).toContain(await refusal(whole.subarray(0, length)));
    // Each byte changed, in turn.
    for (let at = 0; at < whole.length; at += 11) {
      const changed = whole.slice();
      changed[at] = 255 - (changed[at] ?? 0);
      expect(["accepted", "unsupported_media_type not_a_recording", "invalid recording_too_long"]).toContain(
        await refusal(changed),
      );
    }
  }
});

test("an upload without bytes and one above the size are refused before they are read", async () => {
  expect(await refusal(new Uint8Array())).toBe("invalid required");
  expect(await refusal(new Uint8Array(1024 * 1024 + 1))).toBe("too_large recording_too_long");
});
