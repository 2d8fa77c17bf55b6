export function reportSecret(env: Env, provider: string): string | null {
  if (!/^[a-z0-9]{1,30}$/.test(provider)) return null;
  const secret = (env as unknown as Record<string, unknown>)[`MAIL_REPORT_${provider.toUpperCase()}`];
  return typeof secret === "string" && secret.length >= 16 ? secret : null;
}
