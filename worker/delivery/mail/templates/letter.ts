import { html, raw } from "hono/html";
import type { Translate } from "#locales/index.ts";
import type { because } from "#worker/delivery/mail/kinds.ts";
import { regionName } from "#worker/platform/region-name.ts";

export interface Frame {
  t: Translate;
  site: string;
  /** Logo of the niche, null without one. Width and height in CSS pixels. */
  logo: { src: string; width: number; height: number } | null;
  company: { name: string; address: string; city: string; country: string };
  support: string;
  /** Button background; dark enough for white text. */
  colour: string;
  fictional: string;
  name: string;
  because: ReturnType<typeof because>;
  choices: string;
}

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** The text part and the HTML part share these words. */
export interface Content {
  subject: string;
  title: string;
  /** Mail programs show the first one as the preview. */
  paragraphs: string[];
  /** Null only where the writer knows no page to open. */
  button: { label: string; link: string } | null;
  code?: { label: string; digits: string };
  after: string[];
  unsubscribe?: string;
  instead?: { label: string; link: string };
}

// Most mail programs read inline styles only. The style sheet adds dark and narrow layouts.
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const DISPLAY = "font-family:Georgia,'Iowan Old Style','Palatino Linotype',serif";
const INK = "#26222e";
const TEXT = `${FONT};font-size:16px;line-height:25px;color:${INK};margin:0 0 16px`;
const TITLE = `${DISPLAY};font-size:28px;line-height:35px;font-weight:700;letter-spacing:-0.2px;color:${INK};margin:0 0 20px`;
const SITE = `${DISPLAY};font-size:19px;line-height:24px;font-weight:700;letter-spacing:0.2px;margin:0`;
const SMALL = `${FONT};font-size:13px;line-height:20px;color:#5c5666;margin:0 0 8px`;
const PAPER = "max-width:560px;background:#ffffff;border-radius:16px;border-collapse:separate;border:1px solid #e7e1ea";
const CODE = `${FONT};font-size:32px;line-height:40px;letter-spacing:8px;font-weight:700;color:${INK};margin:0`;
const BOX = "background:#f7f4f8;border-radius:12px;padding:16px 20px 14px";
const LABEL = `${FONT};font-size:16px;font-weight:700;line-height:24px;color:#ffffff;text-decoration:none;text-align:center`;
const BUTTON = `${LABEL};padding:14px 30px;border-radius:28px;display:inline-block`;
/** Outlook for Windows knows neither a link's padding nor `max-width`: the cell and a table in a comment have them. */
const CELL = "border-radius:28px;mso-padding-alt:14px 30px";
const MSO_OPEN = `<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0"><tr><td><![endif]-->`;
const MSO_CLOSE = "<!--[if mso]></td></tr></table><![endif]-->";
const UNSEEN = "display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:#f4f1f6";

const SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.pad{padding-left:22px!important;padding-right:22px!important}.wide{width:100%!important}.button{display:block!important}}
@media (prefers-color-scheme:dark){.back{background:#17131b!important}.paper{background:#221c28!important;border-left-color:#3a3142!important;border-right-color:#3a3142!important;
border-bottom-color:#3a3142!important}
.logo{background:#f4f1f6;padding:6px;border-radius:6px}
.ink{color:#f3eef5!important}.small,.small a{color:#bcb2c4!important}.box{background:#2e2636!important}.site{color:#f3eef5!important}}`;

export function letter(frame: Frame, content: Content): Letter {
  const { t, site, company } = frame;
  const greeting = t("mail.letters.greeting", { name: frame.name });
  const small = [
    t(`mail.letters.because.${frame.because}`, { site }),
    t("mail.letters.questions", { support: frame.support }),
    `${company.name}, ${company.address}, ${company.city}, ${regionName(t.language, company.country)}`,
  ];
  const text = [
    content.title,
    greeting,
    ...content.paragraphs,
    ...(content.button ? [`${content.button.label}:\n${content.button.link}`] : []),
    ...(content.code ? [`${content.code.label} ${content.code.digits}`] : []),
    ...content.after,
    ...(content.instead ? [`${content.instead.label}:\n${content.instead.link}`] : []),
    "-- ",
    ...less(frame, content).map(({ label, link }) => `${label}:\n${link}`),
    ...small,
  ];
  return { subject: content.subject, text: `${text.join("\n\n")}\n`, html: htmlOf(frame, content, greeting, small) };
}

function less({ t, choices }: Frame, { unsubscribe }: Content): { label: string; link: string }[] {
  if (!unsubscribe) return [];
  return [
    { label: t("mail.letters.unsubscribe"), link: unsubscribe },
    { label: t("mail.letters.choose"), link: choices },
  ];
}

function htmlOf(frame: Frame, content: Content, greeting: string, small: string[]): string {
  const { t, colour } = frame;
  const { button, code, instead } = content;
  const paragraph = (words: string) => html`<p class="ink" style="${TEXT}">${words}</p>\n`;
  const line = (words: unknown) => html`<p class="small" style="${SMALL}">${words}</p>\n`;
  const digits = code
    ? html`${paragraph(code.label)}<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px"><tr>
<td class="box" style="${BOX}"><p class="ink" style="${CODE}">${code.digits}</p></td></tr></table>\n`
    : "";
  const links = less(frame, content).map(({ label, link }) => line(html`<a href="${link}" style="color:#5c5666">${label}</a>`));
  const page = html`<!doctype html>
<html lang="${t.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${content.subject}</title>
<style>${raw(SHEET)}</style>
</head>
<body class="back" style="margin:0;padding:0;background:#f4f1f6">
<div style="${UNSEEN}">${content.paragraphs[0]}</div>
<table role="presentation" class="back" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f1f6">
<tr><td align="center" style="padding:28px 12px">
${raw(MSO_OPEN)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="pad" style="padding:0 36px 16px"><p class="site" style="${SITE};color:${colour}">${siteMark(frame)}</p></td></tr>
</table>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="${PAPER};border-top:6px solid ${colour}">
<tr><td class="pad" style="padding:32px 36px 24px">
<h1 class="ink" style="${TITLE}">${content.title}</h1>
${paragraph(greeting)}${content.paragraphs.map(paragraph)}
${button ? buttonOf(button, colour) : ""}
${digits}${content.after.map(paragraph)}
${instead ? html`<p class="ink" style="${TEXT}"><a class="ink" href="${instead.link}" style="color:${INK}">${instead.label}</a></p>` : ""}
${button ? html`<p class="small" style="${SMALL};word-break:break-all;margin:20px 0 0">${button.link}</p>` : ""}
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="pad" style="padding:20px 36px">
${links}${small.map(line)}
</td></tr>
</table>
${raw(MSO_CLOSE)}
</td></tr>
</table>
</body>
</html>
`;
  return page.toString();
}

function buttonOf({ label, link }: NonNullable<Content["button"]>, colour: string) {
  return html`<table role="presentation" class="wide" cellpadding="0" cellspacing="0" style="margin:28px 0"><tr>
<td align="center" style="${CELL};background:${colour}"><a class="button" href="${link}" style="${BUTTON}">${label}</a></td></tr></table>`;
}

/** The logo's text is the name, for programs that load no pictures. */
function siteMark({ site, logo }: Frame) {
  if (!logo) return site;
  const { src, width, height } = logo;
  return html`<img class="logo" src="${src}" width="${width}" height="${height}" alt="${site}" style="border:0">`;
}

/** The lines of a text that staff wrote. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\n+/).map((line) => line.trim());
  return lines.filter((line) => line !== "");
}
