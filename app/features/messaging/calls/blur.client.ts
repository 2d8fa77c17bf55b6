/** In pixels: of so little no face can be made out, whatever a receiver does with it. */
const GRAIN = { width: 12, height: 9 } as const;
const SENT = { width: 160, height: 120 } as const;
/** In ms. A hidden page draws once a second. */
const EVERY = 200;

export interface Blurred {
  track: MediaStreamTrack;
  stop(): void;
}

/** A track of the camera's picture in 108 points. Nothing sharper is in it: the picture is made small before it is made large. */
export function blurred(camera: MediaStreamTrack): Blurred {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([camera]);
  void video.play().catch(() => {});
  const [small, large] = [canvasOf(GRAIN), canvasOf(SENT)];
  const draw = () => {
    if (video.videoWidth > 0) small.context?.drawImage(video, 0, 0, GRAIN.width, GRAIN.height);
    if (large.context) large.context.imageSmoothingEnabled = true;
    large.context?.drawImage(small.canvas, 0, 0, SENT.width, SENT.height);
  };
  draw();
  const timer = setInterval(draw, EVERY);
  const track = large.canvas.captureStream(1000 / EVERY).getVideoTracks()[0] as MediaStreamTrack;
  return {
    track,
    stop() {
      clearInterval(timer);
      track.stop();
      video.srcObject = null;
    },
  };
}

function canvasOf({ width, height }: { width: number; height: number }) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return { canvas, context: canvas.getContext("2d") };
}
