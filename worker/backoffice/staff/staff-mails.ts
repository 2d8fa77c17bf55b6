import { composeMail, type MailRow } from "#worker/delivery/mail/compose-mail.ts";
import { letter } from "#worker/delivery/mail/templates/letter.ts";
import { log } from "#worker/platform/log.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { NamedPerson, PeopleStore } from "./people.store.ts";
import { ISSUER } from "./setup.ts";

interface Deps {
  store: Pick<PeopleStore, "operators">;
  domainOf(id: string): Promise<Domain | null>;
  /** For members; links of these mails lead to the staff host. */
  originOf(domain: Domain): string;
}

interface OperatorMail {
  subject: string;
  paragraphs: string[];
  /** Page of the staff host; null where the caller does not know the host. */
  link: { label: string; page: string } | null;
  also?: NamedPerson | null;
}

export type StaffMails = ReturnType<typeof createStaffMails>;

/** In English, as the staff pages. They come from the deployment's first site. */
export function createStaffMails({ store, domainOf, originOf }: Deps) {
  return {
    /** Rows for the outbox; none before the first domain is applied. */
    async toOperators({ subject, paragraphs, link, also = null }: OperatorMail, now: number): Promise<MailRow[]> {
      const { operators, domainId } = await store.operators();
      const domain = domainId === null ? null : await domainOf(domainId);
      if (!domain) {
        log("warn", "staff not told", { subject: "no domain" });
        return [];
      }
      const people = also && !operators.some(({ id }) => id === also.id) ? [...operators, also] : operators;
      const ctx = { domain, country: domain.settings.geoip_country, origin: originOf(domain), now };
      return Promise.all(
        people.map(({ name, email }) =>
          composeMail(ctx, { id: null, name, email, language: "en", own: true }, "staff", (frame) =>
            letter(
              { ...frame, site: ISSUER, logo: null },
              {
                subject,
                title: subject,
                paragraphs,
                button: link && { label: link.label, link: link.page },
                after: [],
              },
            ),
          ),
        ),
      );
    },
  };
}
