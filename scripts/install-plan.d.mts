export function plainEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
export function missingPackages(root: string, machine?: { os: string; cpu: string; libc: string }): string[];
