import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { StandaloneLink } from "#app/ui/standalone-link.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { chooseAttendance } from "./events.actions.ts";
import css from "./events.module.css";

type Event = CallOutput<"event">;

/** Who will see it stands above the buttons. */
export function AttendanceCard({ event, open }: { event: Event; open: boolean }) {
  const { t } = edge();
  const { id, attendance, listed, lacks } = event;
  const isGoing = attendance === "going";
  return (
    <Card title={titleOf(event)}>
      <div className="stack">
        <Refusal form={formState("attendance")} />
        {open && (
          <ul className={css.points}>
            <li>{t("events.attend.who")}</li>
            <li>{t("events.attend.alone")}</li>
            <li>{t("events.attend.secret")}</li>
          </ul>
        )}
        {open && lacks && (
          <Alert title={t(`events.attend.lacks.${lacks}`)} tone="warning">
            <a href={lacks === "photo" ? "/profile" : "/settings/privacy"}>
              {t(lacks === "photo" ? "nav.profile" : "nav.settings")}
            </a>
          </Alert>
        )}
        <form action={chooseAttendance} className={css.buttons} noValidate>
          <input name="event" type="hidden" value={id} />
          {open && lacks === null && !(isGoing && listed) && (
            <Button disabled={event.full && !isGoing} icon="check" name="choice" value="going">
              {t(isGoing ? "events.attend.list" : "events.attend.going")}
            </Button>
          )}
          {open && lacks !== "photo" && !(isGoing && !listed) && (
            <Button disabled={event.full && !isGoing} icon="eye-off" name="choice" value="unlisted" variant="secondary">
              {t("events.attend.unlisted")}
            </Button>
          )}
          {open && attendance !== "interested" && (
            <Button icon="star" name="choice" value="interested" variant="secondary">
              {t("events.attend.interested")}
            </Button>
          )}
          {attendance && (
            <Button name="choice" value="none" variant="quiet">
              {t(isGoing ? "events.attend.leave" : "events.attend.forget")}
            </Button>
          )}
        </form>
        {isGoing && (
          <div>
            <p className="muted">{t("events.calendarText")}</p>
            <StandaloneLink href={`/download/event-${id}.ics`}>{t("events.calendar")}</StandaloneLink>
          </div>
        )}
      </div>
    </Card>
  );
}

function titleOf({ attendance, listed }: Event): string {
  const { t } = edge();
  if (attendance === null) return t("events.attend.title");
  return t(attendance === "going" && !listed ? "events.state.unlisted" : `events.state.${attendance}`);
}
