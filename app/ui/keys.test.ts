import { expect, test } from "vitest";
import { keyOf } from "./keys.ts";

const pressed = (key: string, keyCode: number, isComposing = false) => keyOf({ key, keyCode, isComposing } as KeyboardEvent);

test("a key that an input method took is none, also where only its code says so", () => {
  expect([pressed("Enter", 13), pressed("Escape", 27), pressed("j", 74)]).toEqual(["Enter", "Escape", "j"]);
  expect([pressed("Enter", 13, true), pressed("Enter", 229), pressed("Escape", 229), pressed("Process", 229)]).toEqual([
    "",
    "",
    "",
    "",
  ]);
});
