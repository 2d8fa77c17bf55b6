import { Fixed } from "#app/request/fixed.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Select } from "#app/ui/select.tsx";
import { DISTANCES, type Filter } from "#worker/discovery/members/members.contract.ts";
import { ACTIVE_WITHIN, interestsOf, OWN_FLAGS, type OwnFlag } from "#worker/discovery/members/search.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { codeName, fieldName } from "./attributes.ts";
import { LiveCount } from "./live-count.client.tsx";
import { codesOf, type SearchState } from "./search.ts";
import css from "./search-fields.module.css";

const FLAGS = ["online", "new", "photo", "checked", "verified"] as const;

export function isFlag(field: string): field is (typeof FLAGS)[number] | OwnFlag {
  return [...FLAGS, ...OWN_FLAGS].some((flag) => flag === field);
}

type ShownFields = Pick<Filter, (typeof FLAGS)[number] | "distance" | "active" | "interests" | "interests_match"> & {
  member: boolean;
};

/** Filters of every domain. Distance and online state are offered to members only; the search refuses what they may not use. */
export async function MoreFields({ search }: { search: SearchState }) {
  const { online, new: fresh, photo, checked, verified, distance, active, interests, interests_match } = search.answer.filter;
  const member = (await edge().user()) !== null;
  const shown = { online, new: fresh, photo, checked, verified, distance, active, interests, interests_match, member };
  return (
    <Fixed id="filters-all" of={shown}>
      <FieldsOfAll {...shown} />
    </Fixed>
  );
}

function FieldsOfAll({ member, ...filter }: ShownFields) {
  const { t, settings, domain } = edge();
  const left = { online: !member, verified: !domain.features.verification };
  const flags = FLAGS.filter((flag) => !((flag === "online" || flag === "verified") && left[flag]));
  return (
    <>
      {member && (
        <Select
          defaultValue={filter.distance ?? ""}
          label={t("members.howFar")}
          name="distance"
          options={DISTANCES.map((value) => ({ value, label: t("members.within", { distance: Number(value) }) }))}
          placeholder={t("members.anyDistance")}
        />
      )}
      {member && (
        <Select
          defaultValue={filter.active ?? ""}
          label={t("members.lastActive")}
          name="active"
          options={ACTIVE_WITHIN.map((value) => ({ value, label: t(`members.activeIn.${value}`) }))}
          placeholder={t("members.any")}
        />
      )}
      <div className={css.flags}>
        {flags.map((flag) => (
          <Checkbox defaultChecked={filter[flag] === "1"} key={flag} label={t(`members.only.${flag}`)} name={flag} value="1" />
        ))}
      </div>
      {settings.search_fields.includes("interests") && <Interests filter={filter} />}
    </>
  );
}

/** By what was between the member and a profile. */
export function OwnFlags({ filter }: { filter: Pick<Filter, OwnFlag> }) {
  return (
    <div className={css.flags}>
      {OWN_FLAGS.map((flag) => (
        <Checkbox
          defaultChecked={filter[flag] === "1"}
          key={flag}
          label={edge().t(`members.only.${flag}`)}
          name={flag}
          value="1"
        />
      ))}
    </div>
  );
}

function Interests({ filter }: { filter: Pick<Filter, "interests" | "interests_match"> }) {
  const { t, settings } = edge();
  const chosen: readonly string[] = interestsOf(filter);
  return (
    <Disclosure open={chosen.length > 0} summary={fieldName("interests")}>
      <fieldset className={css.interests}>
        <legend className="visually-hidden">{fieldName("interests")}</legend>
        {codesOf("interests", settings).map((code) => (
          <Checkbox
            defaultChecked={chosen.includes(code)}
            id={`interest-${code}`}
            key={code}
            label={codeName("interests", code)}
            name="interests"
            value={code}
          />
        ))}
      </fieldset>
      <Checkbox
        defaultChecked={filter.interests_match === "all"}
        label={t("members.interestsAll")}
        name="interests_match"
        value="all"
      />
    </Disclosure>
  );
}

/** The button of the filters says how many fit, where scripts run. */
export function ShowButton() {
  return (
    <Button icon="search" wide>
      <LiveCount language={edge().language} words={countWords()} />
    </Button>
  );
}

function countWords() {
  const { t } = edge();
  return {
    search: t("members.submit"),
    count: t("members.show.count", { count: "{{count}}" }),
    about: t("members.show.about", { count: "{{count}}" }),
    least: t("members.show.least", { count: "{{count}}" }),
    many: t("members.show.many"),
    none: t("members.show.none"),
  };
}
