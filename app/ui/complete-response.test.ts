import { expect, test } from "vitest";
import { completeResponse } from "./complete-response.ts";

test("a response that is cut off rejects, and a whole one keeps status and headers", async () => {
  const cut = new ReadableStream({
    pull: (controller) => controller.error(new TypeError("network error")),
  });
  await expect(completeResponse(new Response(cut))).rejects.toThrow("network error");
  const whole = await completeResponse(new Response("payload", { status: 202, headers: { "x-remix-response": "yes" } }));
  expect([whole.status, whole.headers.get("x-remix-response"), await whole.text()]).toEqual([202, "yes", "payload"]);
  expect((await completeResponse(new Response(null, { status: 204 }))).body).toBeNull();
});
