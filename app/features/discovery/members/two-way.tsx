import { showEverybody } from "#app/features/discovery/wishes/wishes.actions.ts";
import { Button } from "#app/ui/button.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { memberWords } from "./count-words.ts";
import type { SearchState } from "./search.ts";
import css from "./two-way.module.css";

type TwoWayAnswer = NonNullable<SearchState["answer"]["two_way"]>;

/** The number of profiles that two-way search leaves out, and a button that shows them. */
export function TwoWay({ search: { answer } }: { search: SearchState }) {
  const { t } = edge();
  const { two_way } = answer;
  if (!two_way || (!two_way.everybody && !two_way.others)) return null;
  const { everybody } = two_way;
  return (
    <form action={showEverybody} className={css.line} noValidate>
      <input name="everybody" type="hidden" value={everybody ? "0" : "1"} />
      <p>{everybody ? t("members.twoWay.all") : leftWords(two_way)}</p>
      <Button size="s" variant="quiet">
        {t(everybody ? "members.twoWay.only" : "members.twoWay.show")}
      </Button>
    </form>
  );
}

/** Fictional profiles are not counted as members. */
function leftWords({ others_real: real, ...known }: TwoWayAnswer): string {
  const { t, settings } = edge();
  if (real) return t("members.twoWay.left", { members: lowered(memberWords(real, known)) });
  const { fictional_plural: fictional } = settings;
  return fictional ? t("members.twoWay.left", { members: fictional }) : t("members.twoWay.leftFictional");
}

/** The words stand within a sentence. */
function lowered(words: string): string {
  const { language } = edge();
  return words.slice(0, 1).toLocaleLowerCase(language) + words.slice(1);
}
