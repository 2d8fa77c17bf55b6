import { z } from "zod";
import { ATTRIBUTE_NAMES, attributeRow } from "#db/schema/attribute-table.ts";
import { INTERESTS } from "#db/schema/interests.ts";
import { LANGUAGES } from "#locales/languages.ts";
import { DRAWN_GIFTS, isDrawnGift } from "#worker/sites/domains/gifts.vocabulary.ts";
import { AGE_TEXTS, ageSettings } from "./age.vocabulary.ts";
import { APP_TEXTS, appSettings } from "./apps.vocabulary.ts";
import { CONTACT_TEXTS, contactSettings } from "./contacts.vocabulary.ts";
import { face, theme } from "./face.vocabulary.ts";
import { withTexts } from "./field-texts.vocabulary.ts";
import { genderSettings } from "./gender-settings.vocabulary.ts";
import { PRICE_TEXTS, priceSettings } from "./prices.vocabulary.ts";
import { questionsSchema } from "./questions.vocabulary.ts";
import { STAFF_TEXTS, staffSettings } from "./staff.vocabulary.ts";
import { ownText } from "./words.vocabulary.ts";

/** In days. */
export const ARCHIVE_AFTER = 30;

const country = z.string().regex(/^[A-Z]{2}$/, "two capital letters (ISO 3166-1)");
const language = z.enum(LANGUAGES);
const count = z.int().min(0);
const yesNo = z.enum(["yes", "no"]);
export const host = z.string().regex(/^[a-z0-9.-]+$/, "lower case, without port");

/** Facts that are no code of a row. */
const OTHER_FACTS = ["height", "languages"] as const;
export const PROFILE_FIELDS = [...ATTRIBUTE_NAMES, ...OTHER_FACTS, "interests"] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];
/** Shown where a file names no fields. */
const FIRST_FIELDS = [...ATTRIBUTE_NAMES.filter((attribute) => !attributeRow(attribute).named), "interests" as const];
/** Facts that a domain asks for and searches by; the interests do not count. */
const MOST_FACTS = 12;
export const PROFILE_NOTES = ["about", "prompts"] as const;
export type ProfileNote = (typeof PROFILE_NOTES)[number];

export const companySchema = z.strictObject(
  withTexts(
    {
      id: z.string(),
      name: z.string(),
      address: z.string(),
      city: z.string(),
      country,
      kvk: z.string().default(""),
      tradenames: z.array(z.string()).default([]),
      vat_numbers: z.array(z.string()).default([]),
      added: z.iso.datetime(),
    },
    {
      id: ["A short name of the company, for this file.", "eu"],
      name: ["The company's legal name, as the footer, the legal pages and the mails give it.", "Liaison Media B.V."],
      address: ["Street and number.", "Keizersgracht 1"],
      city: ["Town, with its postcode where that is usual.", "1015 CJ Amsterdam"],
      country: ["Where the company is: two capital letters (ISO 3166-1).", "NL"],
      kvk: ["Number in the trade register; empty where there is none.", "12345678"],
      tradenames: ["Other names under which it trades.", ["Liaison"]],
      vat_numbers: ["VAT numbers.", ["NL123456789B01"]],
      added: [
        "Since when this company answers for the site (ISO 8601, UTC); its terms are dated no earlier.",
        "2024-02-01T12:00:00Z",
      ],
    },
  ),
);

const gift = z
  .strictObject(
    withTexts(
      {
        id: z.string().regex(/^[a-z0-9-]{1,40}$/, "lower case letters, digits and hyphens"),
        credits: count.optional(),
        names: ownText(60).optional(),
      },
      {
        id: ["Names the gift; never change it.", "rose"],
        credits: ["What it costs, in credits; without it, `gift_credits`.", 5],
        names: ["Its name by language.", { en: "Ski pass", de: "Skipass" }],
      },
    ),
  )
  .refine(({ id, names }) => isDrawnGift(id) || Object.keys(names ?? {}).length > 0, "a gift that is not ours needs names");

/** All of them are public. */
export const settingsSchema = z.strictObject(
  withTexts(
    {
      name: z.string().min(1),
      domain: host,
      domain_language: z.string().min(2),
      cdn_prefix: z
        .string()
        .regex(/^\/media\/([\w-]+\/)*$/, "a path that starts with /media/ and ends with a slash")
        .default("/media/"),
      index_title: z.string(),
      description: z.string(),
      countries: z.array(country).min(1),
      niche: z.int().min(1).max(7).default(1),
      signups: z.enum(["all", "with_trafficsource"]).default("all"),
      refuse_disposable_mail: z.boolean().default(true),
      logged_out_search: z.boolean().default(false),
      logged_out_search_trafficsource: z.boolean().default(false),
      geoip_country: country,
      geoip_selected_country: country.nullable().default(null),
      region_data: yesNo.default("yes"),
      ...{ ...priceSettings, ...staffSettings, ...contactSettings, ...ageSettings, ...appSettings, ...genderSettings },
      message_credits: count.default(1),
      icebreaker_credits: count.nullable().default(null),
      ...{ signup_credits: count.default(0), photo_credits: count.default(2) },
      private_photos: z.boolean().default(true),
      ...{ voice: z.boolean().default(false), calls: z.boolean().default(false), events: z.boolean().default(false) },
      gift_credits: count.default(5),
      gifts: z
        .array(gift)
        .max(60)
        .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "each id once")
        .default(DRAWN_GIFTS.map((id) => ({ id }))),
      message_length: z.int().min(1).max(10_000).default(1000),
      push_public_key: z.string().nullable().default(null),
      support_phone: z.string().default(""),
      support_email: z.email(),
      enable_site_entry_popup: yesNo.default("yes"),
      site_entry_countries: z.array(country).nullable().default(null),
      fictional_icon: z.boolean().default(false),
      fictional_warning: z.boolean().default(true),
      fictional_singular: z.string().nullable().default(null),
      fictional_plural: z.string().nullable().default(null),
      visible_profile_fields: z.array(z.enum(PROFILE_FIELDS)).default([...FIRST_FIELDS]),
      visible_profile_notes: z.array(z.enum(PROFILE_NOTES)).default([...PROFILE_NOTES]),
      search_fields: z.array(z.enum(PROFILE_FIELDS)).default(["hair", "body"]),
      questions: questionsSchema,
      interests: z.array(z.enum(INTERESTS)).default([...INTERESTS]),
      intimate_interests: z.enum(["pairs", "open"]).nullable().default(null),
      member_resell: z
        .url({ protocol: /^https$/ })
        .nullable()
        .default(null),
      refund_days: count.default(14),
      delete_discount: count.max(90).default(0),
      delete_redirect: z
        .url({ protocol: /^https$/ })
        .nullable()
        .default(null),
      mail_name: z.string(),
      companies: z
        .record(z.string(), companySchema)
        .refine((companies) => "*" in companies, 'one company must stand under "*", for all other countries'),
      languages: z
        .array(language)
        .min(1)
        .default([...LANGUAGES]),
      languages_by_country: z.record(country, z.array(language).min(1)).default({}),
      min_age: z.int().min(18).default(18),
      reveal_accounts: yesNo.default("yes"),
      mail_login_links: yesNo.default("yes"),
      free_conversations: count.nullable().default(2),
      free_view_photos: count.default(3),
      fictional_profiles: z.boolean().default(false),
      fictional_desk: z.boolean().default(false),
      chat_history: z.strictObject({ messages: count.optional(), days: count.optional() }).nullable().default(null),
      archive_after: z.int().min(1).max(3650).default(ARCHIVE_AFTER),
      time_bonus: z.boolean().default(true),
      welcome_discount_hours: count.default(48),
      lander_video: z
        .string()
        .regex(/^\/(?!\/)[\w./-]+\.(webm|mp4)$/, "a path on this host that ends in .webm or .mp4")
        .nullable()
        .default(null),
      theme: z.strictObject(theme).partial().default({}),
      face: z.strictObject(face).partial().default({}),
    },
    {
      ...{ ...PRICE_TEXTS, ...STAFF_TEXTS, ...CONTACT_TEXTS, ...AGE_TEXTS, ...APP_TEXTS },
      name: ["What the site is called, in titles and texts.", "Gipfelglück"],
      domain: ["The main host; links in mails lead there. One of `hosts`.", "dating.example.com"],
      domain_language: ["The language of the site, as a BCP 47 tag; its language is one of `languages`.", "de-AT"],
      cdn_prefix: "Path of the photos on this host; it starts with `/media/`. Another server may answer a longer one.",
      index_title: ["Title of the front page, in the domain's own language.", "Meet someone who means it"],
      description: [
        "What search engines show of the site, in the domain's own language.",
        "Dating and chat for people who love the mountains.",
      ],
      countries: ["Countries that the site serves, the most important first (ISO 3166-1).", ["AT", "DE", "CH"]],
      niche: "Which of the seven niches brings its words, questions and colours.",
      genders: ["Whom the site is for: who may sign up, and whom it shows. With one gender it asks nobody for theirs.", ["male"]],
      more_genders: [
        "What members can say of their gender beyond woman and man (`own`: in own words), and that searches for both show them. Empty on a site for one gender.",
        ["non_binary", "trans_woman", "trans_man", "agender", "own"],
      ],
      signups:
        "Who may sign up: everybody (`all`), or only with an invitation or by a signed link of a traffic source (`with_trafficsource`).",
      refuse_disposable_mail:
        "Whether addresses of throw-away mail services are refused at the sign-up and as a new address, by a list that comes with the product.",
      logged_out_search: "Whether visitors without an account may search.",
      logged_out_search_trafficsource:
        "Whether visitors who come by a signed link of a traffic source may search without an account.",
      geoip_country: ["Where a visitor is taken to be when the network does not say (ISO 3166-1).", "AT"],
      geoip_selected_country: ["The country chosen in the search at first; null takes the visitor's own.", "AT"],
      region_data: "Whether the search and the profile offer regions and towns.",
      message_credits: "What a message costs, in credits.",
      icebreaker_credits: "What a ready opening line costs, in credits; null is the price of a message.",
      signup_credits: ["Credits that a new member has.", 10],
      private_photos: "Members may keep photos for those they choose.",
      calls: "Members may call each other, by voice and video, where both allow it. Needs a relay: see docs/operating/calls.md.",
      events: "Staff announce meetings, and members say whether they go. Needs a staff host: see docs/operating/events.md.",
      voice: "Members may send recordings of up to a minute to those who have written to them.",
      photo_credits: "What opening all public photos of one member costs a free member, in credits.",
      gift_credits: "What a gift without a price of its own costs, in credits.",
      gifts: [
        "Gifts in their order. An id of ours brings its drawing and names; any other shows a wrapped gift and needs `names`. An empty list is without gifts.",
        [{ id: "rose" }, { id: "skipass", credits: 12, names: { en: "Ski pass", de: "Skipass" } }],
      ],
      message_length: "Characters that a message may have.",
      push_public_key:
        "Where another server answers, its VAPID public key of Web Push; null is without push. Elsewhere the deployment's own key holds.",
      support_phone: ["Phone number of the support; empty where there is none.", "+43 1 234567"],
      support_email: ["Address of the support. Mails are sent from `no-reply@` the same host.", "support@example.com"],
      enable_site_entry_popup: "Whether visitors are asked their age at the entrance.",
      site_entry_countries: ["Where visitors are asked their age at the entrance; null is everywhere.", ["GB", "US"]],
      fictional_icon: "Whether the label of fictional profiles has an icon before its word. The label itself is always there.",
      fictional_warning:
        "Whether a fictional profile also explains what it is. Label and confirmation before the first message are always there.",
      fictional_singular: ["What one fictional profile is called here; null takes our word for it.", "Entertainment profile"],
      fictional_plural: [
        "What several fictional profiles are called here; null takes our word for it.",
        "Entertainment profiles",
      ],
      visible_profile_fields: [
        "Fields that a profile asks for and shows. With those of the search, interests aside, twelve at most.",
        ["hair", "body", "interests"],
      ],
      visible_profile_notes: ["Texts that a profile asks for and shows.", ["about"]],
      search_fields: [
        "Fields that the search offers. The first six stand in view, the others behind “More filters”.",
        ["hair", "body", "interests"],
      ],
      questions: [
        "Up to ten questions of this site, of which a profile shows the answers to members.",
        [
          {
            id: "tent",
            text: { en: "Tent or hut?" },
            choices: [
              { id: "tent", name: { en: "Tent" } },
              { id: "hut", name: { en: "Hut" } },
            ],
          },
        ],
      ],
      interests: ["Interests that members can choose from.", ["coffee", "music", "travelling"]],
      intimate_interests: [
        "Who sees the thirteen intimate interests: only two members who both ticked the same one (`pairs`), or everybody, and the search finds them (`open`). Null is `open` in niches 3 and 6, else `pairs`.",
        "pairs",
      ],
      member_resell: [
        "Where the promotion card among the members leads, of another company; null is none.",
        "https://partner.example.com/",
      ],
      refund_days: "Days in which a purchase can be undone.",
      delete_discount: "Percent off the next purchase for a member who is about to delete the account, once. 0 offers nothing.",
      delete_redirect: [
        "A partner's site that a member may go to after deletion, with nothing said about them; null is none.",
        "https://partner.example.com/",
      ],
      mail_name: ["The name that mails come from.", "Gipfelglück"],
      companies: "Who is behind the site: a company by country (ISO 3166-1), and one under `*` for all others.",
      languages: ["Languages that the site is offered in.", ["de", "en"]],
      languages_by_country: ["Where a country offers fewer languages than the site.", { AT: ["de"] }],
      min_age: "From which age people may sign up; never below 18.",
      reveal_accounts: "`no` answers the same whether or not an address is known: for a site of a sensitive theme.",
      mail_login_links: "`no` sends mails about messages, matches, likes and searches without a link that logs in.",
      free_conversations: "Conversations that a free member may start; null makes the sign-up credits the free messages.",
      free_view_photos: "Photos of others that a free member may see.",
      fictional_profiles: "Whether fictional profiles are among the members.",
      fictional_desk:
        "Whether staff answer what members write to fictional profiles. Everything that a member sends to one is then free, and each answer says that staff wrote it.",
      chat_history: ["How much of a conversation stays readable; null is all of it.", { messages: 200, days: 365 }],
      archive_after:
        "Days until messages move from the database to the archive of their conversation, where they stay readable. The longest of a pool applies.",
      time_bonus:
        "Whether 25% are off the first purchase in the four hours after the sign-up. Such a member gets no welcome discount.",
      welcome_discount_hours:
        "For how long 25% are off the first purchase after the confirmation of the address, in hours. Only for members who never had the time bonus.",
      lander_video: ["Path of the domain's own film for `/landers/video`; null shows ours.", "/films/harbour.webm"],
      theme: ["Colours of this niche as #rrggbb; text stays readable with any.", { primary: "#1f6f54" }],
      face: ["Layout, drawn people, corners, font and mood; what is left out comes from the niche.", { hero: "album" }],
    },
  ),
);
export type Settings = z.output<typeof settingsSchema>;

type Fields = Pick<Settings, "visible_profile_fields" | "search_fields">;

/** Of a domain file. More than twelve facts are a questionnaire, and nobody fills it in. */
export function fieldProblems({ visible_profile_fields, search_fields }: Fields): { path: string[]; message: string }[] {
  const facts = new Set([...visible_profile_fields, ...search_fields].filter((field) => field !== "interests"));
  if (facts.size <= MOST_FACTS) return [];
  const message = `with search_fields it names ${facts.size} facts, and ${MOST_FACTS} are the most (interests do not count)`;
  return [{ path: ["visible_profile_fields"], message }];
}
