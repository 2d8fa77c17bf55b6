import { expect, test } from "vitest";
import { playable } from "./playable.ts";

async function asked(range: string | null, text = "0123456789") {
  const request = new Request("http://localhost/a", { headers: range === null ? {} : { range } });
  const file = { size: text.length, body: new Response(text).body };
  const answer = await playable(request, file, new Headers({ "content-type": "audio/webm" }));
  return (
    answer && [answer.status, await answer.text(), answer.headers.get("content-range"), answer.headers.get("content-length")]
  );
}

test("a recording is answered whole, or by the one range that a player asks for", async () => {
  expect(await asked(null)).toEqual([200, "0123456789", null, "10"]);
  expect(await asked("bytes=0-1")).toEqual([206, "01", "bytes 0-1/10", "2"]);
  expect(await asked("bytes=4-")).toEqual([206, "456789", "bytes 4-9/10", "6"]);
  expect(await asked("bytes=-3")).toEqual([206, "789", "bytes 7-9/10", "3"]);
  expect(await asked("bytes=0-1,4-5")).toEqual([200, "0123456789", null, "10"]);
  expect(await asked("bytes=10-")).toBeNull();
});
