import { beforeEach, expect, test, vi } from "vitest";
import { browserMedia, Media } from "./media.client.ts";

class FakeTrack extends EventTarget {
  enabled = true;
  stopped = false;
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
  }
  stop() {
    this.stopped = true;
  }
  getSettings() {
    return { deviceId: this.name };
  }
}

let tracks: FakeTrack[];
let wanted: MediaStreamConstraints[];
let refusal: string | null;
/** Name of the error of each question that asks for a camera. */
let cameraRefusal: string | null;
let lost: string[];
let media: Media;
const blurs: FakeTrack[] = [];

beforeEach(() => {
  [tracks, wanted, refusal, cameraRefusal, lost, blurs.length] = [[], [], null, null, [], 0];
  media = new Media({
    savesData: false,
    onLost: (kind) => lost.push(kind),
    blur: (camera) => {
      const track = new FakeTrack(`blurred ${(camera as unknown as FakeTrack).name}`);
      blurs.push(track);
      return { track: track as unknown as MediaStreamTrack, stop: () => track.stop() };
    },
    devices: {
      async getUserMedia(constraints?: MediaStreamConstraints) {
        wanted.push(constraints ?? {});
        const name = refusal ?? (constraints?.video ? cameraRefusal : null);
        if (name) throw Object.assign(new Error(), { name });
        const audio = constraints?.audio ? [new FakeTrack("microphone")] : [];
        const video = constraints?.video ? [new FakeTrack(`camera${wanted.length}`)] : [];
        tracks.push(...audio, ...video);
        const all = [...audio, ...video];
        return { getAudioTracks: () => audio, getVideoTracks: () => video, getTracks: () => all } as unknown as MediaStream;
      },
      enumerateDevices: async () =>
        [
          { kind: "videoinput", deviceId: "camera1" },
          { kind: "videoinput", deviceId: "back" },
        ] as MediaDeviceInfo[],
    },
  });
});

test("before the press only the blurred picture is handed on, after it the camera's, and blurred again when taken back", async () => {
  await media.openCamera();
  const shownAs = () => (media.picture as unknown as FakeTrack).name;
  expect(shownAs()).toBe("blurred camera1");
  media.shown = true;
  expect(shownAs()).toBe("camera1");
  media.shown = false;
  expect(shownAs()).toBe("blurred camera1");
});

test("each refusal of the browser has its word, and none leaves a device open", async () => {
  const words = [];
  for (const name of ["NotAllowedError", "NotFoundError", "NotReadableError", "TypeError"]) {
    refusal = name;
    words.push(await media.openMicrophone());
  }
  expect(words).toEqual(["denied", "missing", "used", "unable"]);
  expect(tracks).toEqual([]);
});

test("microphone and camera are one question; without a camera the microphone is asked for alone", async () => {
  expect([await media.openBoth(), wanted.length, tracks.length]).toEqual([{ microphone: null, camera: "on" }, 1, 2]);
  media.close();
  expect(tracks.every(({ stopped }) => stopped)).toBe(true);
});

test.each([
  ["NotFoundError", "missing"],
  ["NotReadableError", "used"],
])("a camera that fails with %s leaves a call by voice", async (error, camera) => {
  cameraRefusal = error;
  expect(await media.openBoth()).toEqual({ microphone: null, camera });
  expect(tracks.map(({ name }) => name)).toEqual(["microphone"]);
});

test("without a microphone no camera is opened", async () => {
  refusal = "NotAllowedError";
  expect([await media.openBoth(), tracks.length, wanted.length]).toEqual([{ microphone: "denied", camera: null }, 0, 2]);
});

test("a browser without WebRTC opens no microphone: its call would be paid and never connect", async () => {
  const getUserMedia = vi.fn(async () => ({ getTracks: () => [], getAudioTracks: () => [] }));
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
  expect([await browserMedia(() => {}).openMicrophone(), getUserMedia.mock.calls]).toEqual(["unable", []]);
  vi.unstubAllGlobals();
});

test("the next camera comes after the old one is given back", async () => {
  await media.openCamera();
  expect([await media.switchCamera(), wanted.at(-1)?.video]).toEqual([
    "on",
    expect.objectContaining({ deviceId: { exact: "back" } }),
  ]);
  expect([tracks[0]?.stopped, blurs[0]?.stopped, tracks[1]?.stopped]).toEqual([true, true, false]);
});

test("the end gives back what is open, and what the browser grants later", async () => {
  await media.openMicrophone();
  const late = media.openCamera();
  media.close();
  expect(await late).toBe("unable");
  expect([tracks.length, tracks.every(({ stopped }) => stopped)]).toEqual([2, true]);
});

test("a device that is taken away in a call is told, one that the member gave back is not", async () => {
  await media.openMicrophone();
  tracks[0]?.dispatchEvent(new Event("ended"));
  media.close();
  tracks[0]?.dispatchEvent(new Event("ended"));
  expect(lost).toEqual(["audio"]);
});
