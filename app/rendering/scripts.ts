import { requestBeforeHydration, supportOf } from "#app/page/push-support.ts";

const END = "</body></html>";

/**
 * Reloads at most once a minute. Inline: after a deploy the first file may fail. Inactive without storage, and for ten seconds after a
 * navigation began. That ends the loading of files, and a reload would end the navigation.
 */
const RELOAD = `(()=>{
let left=0;
addEventListener("beforeunload",()=>{left=Date.now()});
const failed=/dynamically imported module|module script failed|preload CSS/i;
const reload=(event)=>{
const message=String(event.reason?.message??event.message??event.payload?.message??"");
if(!failed.test(message)||!navigator.onLine||Date.now()-left<10000)return;
try{
const last=Number(sessionStorage.getItem("reloaded-at"));
if(Date.now()-last<60000)return;
sessionStorage.setItem("reloaded-at",String(Date.now()));
location.reload();
}catch{}
};
for(const type of["unhandledrejection","error","vite:preloadError"])addEventListener(type,reload);
})();`.replaceAll("\n", "");

/** React puts the server's text over what was typed in a textarea before hydration (initTextarea of 19.3.1). */
const TYPED =
  'self.__TYPED=new Map;addEventListener("input",({target:t})=>t.type=="textarea"&&self.__TYPED?.set(t,t.value),true);';

/** Shows the offer of push messages before the first paint: shown later, it would move the page. */
const PUSH = `(${requestBeforeHydration})();{const push=(${supportOf})();if(push!="hidden")document.documentElement.dataset.push=push}`;
const OFFERS_PUSH = 'data-push="asking"';

export function withScripts(html: string, data: string, bootstrap: string, nonce: string): string[] {
  // Pictures and style sheets load before scripts: the page is visible before it hydrates.
  const body = html.indexOf("</head>");
  const head = html.slice(0, body).replaceAll('<link rel="modulepreload"', '$& fetchpriority="low"');
  const banners = html.slice(body, html.indexOf("<main", body));
  const early = banners.includes(OFFERS_PUSH) ? `<script nonce="${nonce}">${PUSH}</script>` : "";
  const end = html.lastIndexOf(END);
  const script = `<script nonce="${nonce}">${RELOAD + TYPED}self.__FLIGHT_DATA=`;
  return [head + early, html.slice(body, end), script, data, `;${withoutEndTag(bootstrap)}</script>${html.slice(end)}`];
}

/**
 * A payload as a literal of a script. `String.raw` leaves quotes as they are. What it changes must stand in strings of JSON:
 * React writes long texts as rows that are none.
 */
export function literalOf(payload: string): string {
  if (TEXT_ROW.test(payload)) return withoutEndTag(JSON.stringify(payload));
  const plain = !payload.includes("<") && !payload.includes("`") && !payload.includes("${");
  return `String.raw\`${plain ? payload : payload.replace(/`|\$(?=\{)|<(?=[!/s])/gi, (found) => ESCAPES[found] as string)}\``;
}

const TEXT_ROW = /^[\da-f]+:T/m;
const ESCAPES: Record<string, string> = { "`": "\\u0060", $: "\\u0024", "<": "\\u003c" };

/** Removes preload hints of modules that the page never runs. */
export function withoutPreloads(html: string): string {
  return html.replace(/<link rel="modulepreload"[^>]*>/g, "");
}

// Escapes script tags; inside a string literal both spellings are equal.
function withoutEndTag(script: string): string {
  return script.replace(/<!--/g, "<\\!--").replace(/<(\/?script)/gi, "\\x3c$1");
}
