export function plainEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
export function missingPackages(
  root: string,
  group: "start" | "all",
  machine?: { os: string; cpu: string; libc: string },
): string[];
