// A second installation would remove the packages that the first is writing. Plain JavaScript for any Node.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const POLL_MS = 250;

/** Waits while another process installs. `path` holds process ids, one a line. `onWait` is called once. */
export async function takeTurn(path, onWait) {
  mkdirSync(dirname(path), { recursive: true });
  const own = `${path}.${process.pid}`;
  // Written aside first: a reader never sees a file without ids.
  const write = (text, place) => {
    writeFileSync(own, text);
    place(own, path);
    rmSync(own, { force: true });
  };
  for (let waited = false; ; ) {
    try {
      write(`${process.pid}`, linkSync);
      return { note: (pid) => write(`${process.pid}\n${pid}`, renameSync), end: () => rmSync(path, { force: true }) };
    } catch (error) {
      rmSync(own, { force: true });
      if (error.code !== "EEXIST") throw error;
    }
    const held = read(path);
    const pid = held.split("\n").map(Number).filter(Boolean).find(isInstalling);
    if (pid === undefined) removeStale(path, held, own);
    else {
      if (!waited) onWait(pid);
      waited = true;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** A process that took its turn since `stale` was read gets its file back. */
function removeStale(path, stale, aside) {
  try {
    renameSync(path, aside);
    if (read(aside) !== stale) linkSync(aside, path);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  }
  rmSync(aside, { force: true });
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
