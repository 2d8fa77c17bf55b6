export interface Smoke {
  build: string;
  fetch(url: string): Promise<Response>;
  /** In ms: a new version reaches all places within it. */
  within: number;
  wait(): Promise<unknown>;
}

/** Paths that need database, assets and both kinds of rendering. */
const PATHS: [string, string][] = [
  ["/", "text/html"],
  ["/login", "text/html"],
  ["/api/settings.php", "application/json"],
  ["/manifest.webmanifest", "application/manifest+json"],
];

/** Null when every host answers with this build. */
export async function smokeTest(hosts: string[], smoke: Smoke): Promise<string | null> {
  const until = Date.now() + smoke.within;
  for (const host of hosts) {
    let problem = await healthOf(host, smoke);
    while (problem && Date.now() < until) {
      await smoke.wait();
      problem = await healthOf(host, smoke);
    }
    for (const [path, type] of problem ? [] : PATHS) problem ??= await wrong(`https://${host}${path}`, type, smoke);
    if (problem) return problem;
  }
  return null;
}

async function healthOf(host: string, { fetch, build }: Smoke): Promise<string | null> {
  const url = `https://${host}/health`;
  try {
    const answer = await fetch(url);
    const said = (await answer.json()) as { ok?: boolean; build?: string };
    if (answer.status !== 200 || !said.ok) return `${url} answers ${answer.status}`;
    return said.build === build ? null : `${url} answers build ${said.build}, not ${build}`;
  } catch (error) {
    return `${url}: ${(error as Error).message}`;
  }
}

async function wrong(url: string, type: string, { fetch }: Smoke): Promise<string | null> {
  try {
    const answer = await fetch(url);
    const given = answer.headers.get("content-type") ?? "no type";
    await answer.body?.cancel();
    return answer.status === 200 && given.startsWith(type) ? null : `${url} answers ${answer.status}, ${given}`;
  } catch (error) {
    return `${url}: ${(error as Error).message}`;
  }
}
