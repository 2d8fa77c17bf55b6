import { data } from "react-router";
import { voiceTexts } from "#app/features/delivery/voices/voice-texts.ts";
import { promptText } from "#app/features/discovery/members/prompts.ts";
import { removeSpoken, sayAnswer } from "#app/features/discovery/members/spoken.actions.ts";
import { Spoken } from "#app/features/discovery/members/spoken.client.tsx";
import { SpokenRecorder } from "#app/features/discovery/members/spoken-recorder.client.tsx";
import { NoIndex } from "#app/head/no-index.tsx";
import { Title } from "#app/head/title.tsx";
import { FormKey } from "#app/request/form-key.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Saved } from "#app/request/saved.tsx";
import { wasTooLarge } from "#app/request/too-large.ts";
import { Alert } from "#app/ui/alert.tsx";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { controlIds, Field, fieldId } from "#app/ui/field.tsx";
import { FilePicker } from "#app/ui/file-picker.tsx";
import { VOICE_LEVELS, VOICE_LIMITS } from "#worker/delivery/voices/voices.vocabulary.ts";
import { speaks } from "#worker/discovery/members/voice-answers.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./spoken.module.css";

export const handle = { scripts: "member" };

interface Data {
  prompt: CallOutput<"profile">["profile"]["prompts"][number];
  name: string;
  /** Only the member hears it. */
  waits: boolean;
}

/** `/profile/voice/:question`: a recording beside a written answer. */
export async function loader({ params }: { params: { question: string } }): Promise<Data> {
  await requireUser();
  const { backend, domain, t } = edge();
  const missing = () => data({ message: t("errors.not_found") }, { status: 404 });
  if (!speaks(domain)) throw missing();
  const { profile, held } = await orThrow(backend.profile({}));
  const prompt = profile.prompts.find(({ question }) => question === params.question);
  if (!prompt) throw missing();
  const waiting = held.filter(({ status }) => status === "waiting").flatMap(({ prompts }) => prompts);
  const waits = waiting.some(({ question, voice }) => question === prompt.question && voice !== undefined);
  return { prompt, name: profile.name, waits };
}

export function ServerComponent({ loaderData: { prompt, name, waits } }: { loaderData: Data }) {
  const { t, settings } = edge();
  const asked = promptText(prompt.question);
  const { voice } = prompt;
  return (
    <div className={`container page ${css.page}`}>
      <Title>{t("members.spoken.title")}</Title>
      <NoIndex />
      <BackLink href="/profile#prompts" label={t("nav.profile")} />
      <h1>{asked}</h1>
      <p className={css.answer} dir="auto">
        {prompt.answer}
      </p>
      <Saved texts={{ sent: "members.spoken.sent", removed: "members.spoken.removed" }} />
      {voice && (
        <Card padding="l">
          <p>{t(waits ? "members.spoken.waiting" : "members.spoken.heard")}</p>
          <Spoken label={name} src={settings.cdn_prefix + voice.filename} texts={voiceTexts()} voice={voice} />
          <form action={removeSpoken} noValidate>
            <input name="question" type="hidden" value={prompt.question} />
            <Button variant="quiet">{t("members.spoken.remove")}</Button>
          </form>
        </Card>
      )}
      <Card padding="l">
        <h2>{t(voice ? "members.spoken.anew" : "members.spoken.title")}</h2>
        <p className="muted">{t("members.spoken.intro", { seconds: VOICE_LIMITS.answer })}</p>
        <Say question={prompt.question} />
      </Card>
    </div>
  );
}

const FILE = "file";
const FORM = "upload";

/** A file without scripts; with them the recorder takes its place. */
function Say({ question }: { question: string }) {
  const { t } = edge();
  const state = formState("spoken");
  const { file, ...others } = state.fields;
  const error = wasTooLarge() ? t("errors.field.recording_too_long", { max: VOICE_LIMITS.answer }) : file;
  const id = fieldId(FILE);
  const hint = t("members.spoken.fileHint", { seconds: VOICE_LIMITS.answer });
  return (
    <>
      {(state.code !== null || Object.keys(others).length > 0) && <Refusal beside={[FILE]} form={state} />}
      {others.prompts && <Alert title={others.prompts} tone="warning" />}
      <form action={sayAnswer} className={css.form} id={FORM} noValidate>
        <FormKey />
        <input name="question" type="hidden" value={question} />
        <input name="levels" type="hidden" />
        <SpokenRecorder
          form={FORM}
          labels={{ record: t("members.spoken.record"), done: t("members.spoken.send"), cancel: t("members.form.cancel") }}
          limits={{ seconds: VOICE_LIMITS.answer, levels: VOICE_LEVELS }}
          texts={voiceTexts()}
        >
          <Field error={error} hint={hint} id={id} label={t("members.spoken.file")}>
            <FilePicker
              {...controlIds(id, { error, hint })}
              accept="audio/*,video/webm,video/mp4"
              icon="microphone"
              name={FILE}
              words={{ choose: t("members.spoken.file"), chosen: t("members.spoken.chosen") }}
            />
          </Field>
          <Button icon="send">{t("members.spoken.send")}</Button>
        </SpokenRecorder>
      </form>
    </>
  );
}
