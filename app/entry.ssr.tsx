import { createFromReadableStream } from "@vitejs/plugin-rsc/ssr";
import { renderToReadableStream } from "react-dom/server.edge";
import { unstable_RSCStaticRouter as RSCStaticRouter, unstable_routeRSCServerRequest as routeRSCServerRequest } from "react-router";

/** The HTML of a page from its server-component payload. */
export async function generateHTML(request: Request, serverResponse: Response, nonce: string): Promise<Response> {
  return routeRSCServerRequest({
    request,
    serverResponse,
    createFromReadableStream,
    nonce,
    async renderHTML(getPayload, options) {
      const payload = await getPayload();
      const formState = payload.type === "render" ? await payload.formState : undefined;
      const bootstrapScriptContent = await import.meta.viteRsc.loadBootstrapScriptContent("index");
      return renderToReadableStream(<RSCStaticRouter getPayload={getPayload} />, {
        ...options,
        nonce,
        bootstrapScriptContent,
        formState,
        signal: request.signal,
      });
    },
  });
}
