import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Countdown } from "#app/ui/countdown.client.tsx";
import { Dialog, DialogTrigger } from "#app/ui/dialog.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Dismiss } from "#app/ui/dismiss.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LoadingBarLine } from "#app/ui/loading-bar.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { Toast } from "#app/ui/toast.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { closeIt } from "./ui.actions.ts";
import css from "./ui.module.css";
import { Part, Row, type Scheme } from "./ui-part.tsx";

const TONES = ["info", "success", "warning", "error"] as const;

export function Messages({ scheme, closed }: { scheme: Scheme; closed: readonly string[] }) {
  const now = edge().now();
  return (
    <>
      <Part title="Alert">
        {TONES.map((tone) => (
          <Alert key={tone} title={`An alert: ${tone}`} tone={tone}>
            Its text, with <a href="#main">its own link</a> in it.
          </Alert>
        ))}
        {!closed.includes(scheme) && (
          <Alert
            action={
              <ButtonLink href="#main" size="s">
                Add a photo
              </ButtonLink>
            }
            dismiss={<Dismiss action={closeIt} fields={{ what: scheme }} label={`Dismiss, ${scheme}`} />}
            icon="camera"
            title="You have no photo yet"
          >
            The server remembers that it was dismissed.
          </Alert>
        )}
      </Part>
      <Part title="Toast">
        {TONES.map((tone) => (
          <Toast
            dismiss={
              <Button icon="close" iconOnly type="button" variant="quiet">
                {`Dismiss, ${tone}, ${scheme}`}
              </Button>
            }
            key={tone}
            tone={tone}
          >
            <p>A toast that says a little more than would fit on one line: {tone}</p>
          </Toast>
        ))}
      </Part>
      <Part title="Dialog">
        <Row>
          <DialogTrigger dialog={`${scheme}-dialog`}>Open a dialog</DialogTrigger>
          <DialogTrigger dialog={`${scheme}-full`} variant="secondary">
            One that fills the window
          </DialogTrigger>
          <ButtonLink href="/dev/ui?open" variant="secondary">
            Opened by the server
          </ButtonLink>
          <ButtonLink href="/dev/ui?toast" variant="secondary">
            Toast in its place
          </ButtonLink>
        </Row>
        <Dialog
          closeLabel="Close"
          footer={
            <Button form={`${scheme}-dialog-close`} variant="secondary">
              Not now
            </Button>
          }
          id={`${scheme}-dialog`}
          title="Delete this chat?"
        >
          <p>It is removed for you. The other keeps it.</p>
        </Dialog>
        <Dialog closeLabel="Close" id={`${scheme}-full`} size="full" title="New like!">
          <p>Somebody likes you.</p>
        </Dialog>
      </Part>
      <Part title="Countdown">
        <Row>
          <Countdown endsAt={now + 4 * 3600_000} label={`Time left, ${scheme}`} now={now} />
          <Countdown endsAt={now + 3661_000} label={`Time left in boxes, ${scheme}`} look="boxes" now={now} />
          <Countdown endsAt={now} label={`Over, ${scheme}`} look="boxes" now={now} />
        </Row>
      </Part>
      <Part title="Progress, loading">
        <ProgressBar label="Your profile" max={5} text="Step 2 of 5" value={2} />
        <ProgressBar label="Done" max={5} value={5} />
        <div className={css.window}>
          <LoadingBarLine state="loading" />
        </div>
      </Part>
      <Part title="Empty state, disclosure">
        <EmptyState action={<ButtonLink href="#main">Search</ButtonLink>} icon="message" title="No messages yet">
          Open a profile and say hello.
        </EmptyState>
        <Disclosure name={`${scheme}-fold`} open summary="An open fold">
          <p>What it holds.</p>
        </Disclosure>
        <Disclosure name={`${scheme}-fold`} summary="A closed one">
          <p>What it holds.</p>
        </Disclosure>
      </Part>
    </>
  );
}
