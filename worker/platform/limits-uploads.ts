import { DAY, HOUR } from "./durations.ts";
import { limit, rows } from "./limits-rows.ts";

export const UPLOAD_LIMITS = rows({
  uploads: {
    calls: ["addPhoto", "sendPhoto", "sendVoice", "sayAnswer", "reportCall", "verify", "sendAgeCheck"],
    key: "uploads {member}",
    windows: [limit(80, HOUR), limit(250, DAY)],
    protects: "the places of all who upload, whatever becomes of the body",
    loss: "machine",
    counted: "before",
  },
  uploadsOfNetwork: {
    calls: ["addPhoto", "sendPhoto", "sendVoice", "sayAnswer", "reportCall", "verify", "sendAgeCheck", "pictureNotice"],
    key: "uploads of network {network}",
    windows: [limit(400, HOUR), limit(1_500, DAY)],
    protects: "the same, and what pictures cost, from many accounts of one network",
    loss: "operator",
    counted: "before",
  },
  photoUploads: {
    calls: ["addPhoto"],
    key: "photo {member}",
    windows: [limit(40, HOUR), limit(100, DAY)],
    protects: "what making pictures anew costs, whatever becomes of them",
    loss: "operator",
    counted: "rule",
  },
  chatPhotos: {
    calls: ["sendPhoto"],
    key: "chat photo {member}",
    windows: [limit(20, HOUR), limit(60, DAY)],
    protects: "what making and inspecting pictures costs, and a partner from photos by the hundred",
    loss: "operator",
    counted: "rule",
  },
  callPictures: {
    calls: ["reportCall"],
    key: "call pictures {member}",
    windows: [limit(12, HOUR), limit(30, DAY)],
    protects: "what making pictures of reports anew costs, and moderators from pictures without end",
    loss: "operator",
    counted: "rule",
  },
  voiceAnswers: {
    calls: ["sayAnswer"],
    key: "voice answer {member}",
    windows: [limit(20, HOUR), limit(40, DAY)],
    protects: "what recordings cost to store, and moderators from hours of them",
    loss: "operator",
    counted: "rule",
  },
  voices: {
    calls: ["sendVoice"],
    key: "voice {member}",
    windows: [limit(60, HOUR), limit(200, DAY)],
    protects: "what recordings cost to store, and a partner from hours of them",
    loss: "operator",
    counted: "rule",
  },
});
