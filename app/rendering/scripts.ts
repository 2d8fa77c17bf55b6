const END = "</body></html>";

/**
 * Reloads the page if a script fails to load (after a deploy), once a minute at most (spec section 8). Inline: the first
 * file may fail. Inactive without storage.
 */
const RELOAD = `(()=>{
const failed=/dynamically imported module|module script failed|preload CSS/i;
const reload=(event)=>{
const message=String(event.reason?.message??event.message??event.payload?.message??"");
if(!failed.test(message)||!navigator.onLine)return;
try{
const last=Number(sessionStorage.getItem("reloaded-at"));
if(Date.now()-last<60000)return;
sessionStorage.setItem("reloaded-at",String(Date.now()));
location.reload();
}catch{}
};
for(const type of["unhandledrejection","error","vite:preloadError"])addEventListener(type,reload);
})();`.replaceAll("\n", "");

/** The document with all that the browser's side needs: its payload as one script, and the script that starts it. */
export function withScripts(html: string, payload: string, bootstrap: string, nonce: string): string {
  const data = `(self.__FLIGHT_DATA||=[]).push(${JSON.stringify(payload)});`;
  const script = `<script nonce="${nonce}">${RELOAD + withoutEndTag(data + bootstrap)}</script>`;
  // The page is there to be looked at before it comes alive: its pictures and sheets go first.
  const patient = html.replace(/<link rel="modulepreload"/g, '$& fetchpriority="low"');
  return patient.endsWith(END) ? patient.slice(0, -END.length) + script + END : patient + script;
}

/** The document without the hints to load modules that nothing on it will run. */
export function withoutPreloads(html: string): string {
  return html.replace(/<link rel="modulepreload"[^>]*>/g, "");
}

// Inside of a string literal both spellings mean the same.
function withoutEndTag(script: string): string {
  return script.replace(/<!--/g, "<\\!--").replace(/<(\/?script)/gi, "\\x3c$1");
}
