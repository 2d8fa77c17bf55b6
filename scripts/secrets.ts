/** For local instances; a deployment sets its own with `wrangler secret put`. */
export const LOCAL_SECRETS = {
  PASSWORD_PEPPER: "local only",
  MEDIA_SECRET: "local only",
  MAIL_REPORT_SANDBOX: "local only, sandbox",
};
