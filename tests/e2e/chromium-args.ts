export const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  // Nearly nothing is drawn: the drawing needs no process of its own.
  "--in-process-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Pages share a process: fewer starts, a sixth less processor time.
  "--renderer-process-limit=1",
  // Nothing outside the drawn pixel is drawn ahead.
  "--force-gpu-mem-available-mb=1",
  // Pages live for seconds: compiling their scripts better costs more than it gains.
  "--js-flags=--no-maglev,--no-turbofan",
];
