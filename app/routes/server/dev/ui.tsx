import { Title } from "#app/head/title.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Dismiss } from "#app/ui/dismiss.tsx";
import { Toast, ToastRegion } from "#app/ui/toast.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { closeIt } from "./ui.actions.ts";
import css from "./ui.module.css";
import { Content } from "./ui-content.tsx";
import { Controls } from "./ui-controls.tsx";
import { Messages } from "./ui-messages.tsx";

export const handle = { scripts: true };

/** Every component in every state, light and dark. Only in local builds (app/routes.ts). */
export function ServerComponent() {
  const { url } = edge();
  const closed = url.searchParams.getAll("closed");
  return (
    <main className={css.page} id="main">
      <Title>Components</Title>
      <h1>Components</h1>
      {/* Fixed colour schemes, independent of the reader's device. */}
      <div className={css.pair}>
        {(["light", "dark"] as const).map((scheme) => (
          <section aria-label={scheme} className={css[scheme]} key={scheme}>
            <Controls scheme={scheme} />
            <Messages closed={closed} scheme={scheme} />
            <Content scheme={scheme} />
          </section>
        ))}
      </div>
      {url.searchParams.has("open") && (
        <Dialog
          close={{ action: closeIt, fields: { what: "dialog" } }}
          closeLabel="Close"
          footer={<Button form="opened-close">Got it</Button>}
          id="opened"
          open
          title="Opened by the server"
        >
          <p>It is here without JavaScript, and closing it is a form that the server remembers.</p>
        </Dialog>
      )}
      <ToastRegion label="Notices">
        {url.searchParams.has("toast") && !closed.includes("toast") && (
          <Toast dismiss={<Dismiss action={closeIt} fields={{ what: "toast" }} label="Dismiss" />} tone="success">
            <p>Payment complete</p>
          </Toast>
        )}
      </ToastRegion>
    </main>
  );
}
