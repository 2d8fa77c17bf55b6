const END = "</body></html>";

/** The document with all that the browser's side needs: its payload as one script, and the script that starts it. */
export function withScripts(html: string, payload: string, bootstrap: string, nonce: string): string {
  const data = `(self.__FLIGHT_DATA||=[]).push(${JSON.stringify(payload)});`;
  const script = `<script nonce="${nonce}">${withoutEndTag(data + bootstrap)}</script>`;
  return html.endsWith(END) ? html.slice(0, -END.length) + script + END : html + script;
}

/** The document without the hints to load modules that nothing on it will run. */
export function withoutPreloads(html: string): string {
  return html.replace(/<link rel="modulepreload"[^>]*>/g, "");
}

// Inside of a string literal both spellings mean the same.
function withoutEndTag(script: string): string {
  return script.replace(/<!--/g, "<\\!--").replace(/<(\/?script)/gi, "\\x3c$1");
}
