import { expect, test, vi } from "vitest";
import { AppError, Unreadable } from "#worker/platform/errors.ts";
import { createReplies, withAuthor } from "./replies.ts";

const save = vi.fn(async (form: FormData) => [...form.keys()]);
const modules = { abc: async () => ({ save, note: "no function" }) };

/** React's decoding of an accepted body. */
async function decode(body: FormData | string): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of body as FormData) if (name.startsWith("_1_")) form.append(name.slice(3), value);
  return [form];
}

const replies = (changes: Partial<Parameters<typeof createReplies>[0]> = {}) =>
  createReplies({ modules, load: async () => save, decodeReply: decode, admit: async () => {}, ...changes });

function formOf(...fields: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

test("a server function is found by its own name only", async () => {
  expect(await replies().loadServerAction("abc#save")).toBe(save);
  const ids = ["constructor#constructor", "toString#constructor", "__proto__#toString", "hasOwnProperty#call", "abc#constructor"];
  const others = ["abc#__proto__", "abc#note", "abc#", "abc", "", "#", "#save", "abc#save#", "$$preserve:abc#save", "ABC#save"];
  for (const id of [...ids, ...others]) await expect(replies().loadServerAction(id), id).rejects.toThrow(Unreadable);
});

test("a form of a page without JavaScript calls what its last button names, with what was typed", async () => {
  const call = await replies().decodeAction(formOf(["$ACTION_ID_xyz#first", ""], ["name", "Anna"], ["$ACTION_ID_abc#save", ""]));
  expect(await call()).toEqual(["name"]);
  const refused = [
    formOf(["$ACTION_ID_constructor#constructor", ""]),
    formOf(["$ACTION_ID_", ""]),
    formOf(["$ACTION_", ""]),
    formOf(["$ACTION_REF_1", ""], ["$ACTION_1:0", '{"id":"abc#save","bound":null}']),
    formOf(["$ACTION_ID_abc#save", ""], ["$ACTION_KEY", "k"]),
    formOf(["$ACTION_ID_abc#save", ""], ...Array.from({ length: 500 }, (_, i): [string, string] => [`f${i}`, ""])),
  ];
  for (const form of refused) await expect(replies().decodeAction(form), [...form.keys()].join()).rejects.toThrow(Unreadable);
});

test("a call of the router in the browser hands in one form and nothing else", async () => {
  const [form] = (await replies().decodeReply(formOf(["_1_name", "Anna"], ["0", '["$K1"]']))) as [FormData];
  expect([...form]).toEqual([["name", "Anna"]]);
  const decodeReply = vi.fn(decode);
  const roots = [
    "[]",
    "-",
    '"$@1"',
    '["$@1"]',
    '["$Q1"]',
    '["$W1"]',
    '["$B1"]',
    '["$h1"]',
    '["$F1"]',
    '["$1:constructor"]',
    '["$K1","$K1"]',
  ];
  const more = ['["a"]', "null", "{}", '"$K1"', '["$K"]', '["$Kx"]', '["$K11111"]', ' ["$K1"]', '["$T"]', '["$n9"]', '["$D1"]'];
  for (const root of [...roots, ...more]) {
    await expect(replies({ decodeReply }).decodeReply(formOf(["_1_a", "b"], ["0", root])), root).rejects.toThrow(Unreadable);
    await expect(replies({ decodeReply }).decodeReply(root), root).rejects.toThrow(Unreadable);
  }
  for (const name of ["1", "_2_a", "a", "__proto__", "_1"])
    await expect(replies({ decodeReply }).decodeReply(formOf([name, "b"], ["0", '["$K1"]'])), name).rejects.toThrow(Unreadable);
  await expect(replies({ decodeReply }).decodeReply(formOf(["0", '["$K1"]'], ["0", '["$K1"]']))).rejects.toThrow(Unreadable);
  await expect(replies({ decodeReply }).decodeReply(formOf(["_1_a", "b"]))).rejects.toThrow(Unreadable);
  expect(decodeReply).not.toHaveBeenCalled();
  await expect(replies({ decodeReply: async () => "other" }).decodeReply(formOf(["0", '["$K1"]']))).rejects.toThrow(Unreadable);
});

test("no server function runs before its author is admitted, by script and without", async () => {
  save.mockClear();
  const admit = vi.fn(async () => Promise.reject(new AppError("other_member")));
  const form = formOf(["$ACTION_ID_abc#save", "anna"], ["about", "Hello"]);
  await expect(replies({ admit }).loadServerAction("abc#save")).rejects.toThrow("other_member");
  await expect(replies({ admit }).decodeAction(form)).rejects.toThrow("other_member");
  expect(admit.mock.calls).toEqual([
    [save, null],
    [save, { said: "anna", form: formOf(["about", "Hello"]) }],
  ]);
  expect(save).not.toHaveBeenCalled();
});

test("each form of a page names its author, and nothing else does", () => {
  const named = '<input type="hidden" name="$ACTION_ID_abc#save"/>';
  const page = `<form>${named}<p>name=&quot;$ACTION_ID_abc</p></form><form>${named}</form>`;
  const authored = named.replace("name=", 'value="anna" name=');
  expect(withAuthor(page, "anna")).toBe(page.replaceAll(named, () => authored));
});
