import { html } from "hono/html";
import type { Translate } from "#locales/index.ts";

/** What every mail of a domain has in common. */
export interface Frame {
  t: Translate;
  /** The name the domain signs its mails with. */
  site: string;
  company: { name: string; address: string; city: string; country: string };
  support: string;
  /** Of buttons; dark enough for white letters. */
  colour: string;
  /** Of the member who gets it. */
  name: string;
}

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** What a mail says, from top to bottom; the same words make its text and its HTML. */
export interface Content {
  subject: string;
  title: string;
  paragraphs: string[];
  button: { label: string; link: string };
  /** Six digits with the sentence before them. */
  code?: { label: string; digits: string };
  after: string[];
}

// Mail programs know neither style sheets nor variables: only here do styles stand in the elements.
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TEXT = `${FONT};font-size:16px;line-height:24px;color:#26222e;margin:0 0 16px`;
const SMALL = `${FONT};font-size:13px;line-height:20px;color:#5c5666;margin:0 0 8px`;
const PAPER = "max-width:560px;background:#ffffff;border-radius:12px";
const DIGITS = `${FONT};font-size:30px;line-height:40px;letter-spacing:6px;font-weight:700;color:#26222e;margin:0 0 16px`;
const LABEL = `${FONT};font-size:16px;font-weight:700;line-height:24px;color:#ffffff;text-decoration:none`;
const BUTTON = `${LABEL};padding:13px 26px;border-radius:26px;display:inline-block`;

export function letter(frame: Frame, content: Content): Letter {
  const { t, company } = frame;
  const greeting = t("mails.greeting", { name: frame.name });
  const small = [t("mails.reason", { site: frame.site, support: frame.support })];
  small.push(`${company.name}, ${company.address}, ${company.city}, ${company.country}`);
  const text = [
    greeting,
    ...content.paragraphs,
    `${content.button.label}:\n${content.button.link}`,
    ...(content.code ? [`${content.code.label} ${content.code.digits}`] : []),
    ...content.after,
    "-- ",
    ...small,
  ];
  return { subject: content.subject, text: `${text.join("\n\n")}\n`, html: htmlOf(frame, content, greeting, small) };
}

function htmlOf({ t, site, colour }: Frame, content: Content, greeting: string, small: string[]): string {
  const paragraph = (words: string) => html`<p style="${TEXT}">${words}</p>\n`;
  const code = content.code ? html`${paragraph(content.code.label)}<p style="${DIGITS}">${content.code.digits}</p>` : "";
  const page = html`<!doctype html>
<html lang="${t.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${content.subject}</title>
</head>
<body style="margin:0;padding:0;background:#f4f1f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f1f6">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${PAPER}">
<tr><td style="padding:32px 28px">
<p style="${FONT};font-size:15px;font-weight:700;color:${colour};margin:0 0 20px">${site}</p>
<h1 style="${FONT};font-size:24px;line-height:32px;color:#26222e;margin:0 0 16px">${content.title}</h1>
${paragraph(greeting)}${content.paragraphs.map(paragraph)}
<p style="margin:24px 0"><a href="${content.button.link}" style="${BUTTON};background:${colour}">${content.button.label}</a></p>
${code}
${content.after.map(paragraph)}
<p style="${SMALL};word-break:break-all">${content.button.link}</p>
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:20px 28px">
${small.map((words) => html`<p style="${SMALL}">${words}</p>\n`)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  return page.toString();
}
