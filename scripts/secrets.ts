/** Secrets and variables of local instances; a deployment sets its own. */
export const LOCAL_SECRETS = {
  PASSWORD_PEPPER: "local only",
  MEDIA_SECRET: "local only",
  UPSTREAM_KEY: "local only",
  MAIL_REPORT_SANDBOX: "local only, sandbox",
  STAFF_HOST: "staff.localhost",
};
