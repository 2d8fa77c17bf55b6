// A second installation would remove the packages that the first is writing. Plain JavaScript for any Node.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const ASKED_EVERY_MS = 250;

/** Waits while another process installs. `path` holds process ids, one a line. `onWait` is called once. */
export async function takeTurn(path, onWait) {
  mkdirSync(dirname(path), { recursive: true });
  for (let waited = false; ; ) {
    try {
      writeFileSync(path, `${process.pid}`, { flag: "wx" });
      return { note: (pid) => writeFileSync(path, `${process.pid}\n${pid}`), end: () => rmSync(path, { force: true }) };
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const pid = holders(path).find(isInstalling);
    if (pid === undefined) rmSync(path, { force: true });
    else {
      if (!waited) onWait(pid);
      waited = true;
      await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
    }
  }
}

function holders(path) {
  try {
    return readFileSync(path, "utf8").split("\n").map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

/** The system gives the id of an ended process to another one. */
function isInstalling(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  try {
    return /npm|install/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    return process.platform !== "linux";
  }
}
