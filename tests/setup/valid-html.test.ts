import { expect, test } from "vitest";
import { invalidIn } from "./valid-html.ts";

const page = (body: string) =>
  invalidIn(`<!doctype html><html lang="en"><head><title>Page</title></head><body>${body}</body></html>`);

const select = (options: string) => `<label for="a">Country</label><select id="a" required>${options}</select>`;
const WRONG = [
  ["ours/required-select", select('<option value="NL">Netherlands</option>')],
  ["ours/required-select", select('<option value=""></option><option value="NL">Netherlands</option>')],
  ["ours/sizes", '<img alt="" src="/a.webp" sizes="50vw">'],
  ["ours/sizes", '<link rel="preload" as="image" href="/a.webp" imageSizes="50vw">'],
  ["ours/label-in-name", '<button type="button" aria-label="Cerrar la sesión de Firefox">Cerrar sesión</button>'],
  ["valid-autocomplete", '<label for="a">Street</label><input id="a" type="text" autocomplete="street-address">'],
  ["element-permitted-content", '<button type="button"><div>Photo</div></button>'],
  ["no-dup-id", '<p id="a">One</p><p id="a">Two</p>'],
] as const;

test.each(WRONG)("the crawl's validator finds %s in %s", async (rule, body) => {
  expect(await page(body)).toEqual([expect.stringMatching(`^${rule}: `)]);
});

test("the crawl's validator accepts what browsers and HTML accept", async () => {
  const form = `<form action="" method="post">${select('<option value="">Choose</option><option value="NL">Netherlands</option>')}
    <button aria-label="Log out: Firefox"><span>Log out</span><svg aria-hidden="true"></svg></button></form>`;
  expect(await page(`${form}<img alt="" src="/a.webp" srcset="/a.webp 400w" sizes="50vw">`)).toEqual([]);
});
