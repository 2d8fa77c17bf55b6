import { CountBadge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { DateOfBirth } from "#app/ui/date-of-birth.tsx";
import { EmailInput } from "#app/ui/email-input.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Input } from "#app/ui/input.tsx";
import { Menu, MenuButton, MenuLink, MenuSeparator } from "#app/ui/menu.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import { Select } from "#app/ui/select.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { Part, Row, type Scheme } from "./ui-part.tsx";

const VARIANTS = ["primary", "secondary", "quiet", "danger"] as const;
const MONTHS = "January February March April May June July August September October November December".split(" ");
const COUNTRIES = [
  { value: "NL", label: "Netherlands" },
  { value: "BE", label: "Belgium" },
];

export function Controls({ scheme }: { scheme: Scheme }) {
  const name = (field: string) => `${scheme}_${field}`;
  return (
    <>
      <Part title="Button">
        {VARIANTS.map((variant) => (
          <Row key={variant}>
            <Button size="s" type="button" variant={variant}>
              Small
            </Button>
            <Button icon="heart" type="button" variant={variant}>
              With icon
            </Button>
            <Button icon="close" iconOnly type="button" variant={variant}>
              {`Only an icon, ${variant}`}
            </Button>
            <Button disabled type="button" variant={variant}>
              Disabled
            </Button>
            <ButtonLink href="#main" size="l" variant={variant}>
              Link, large
            </ButtonLink>
          </Row>
        ))}
        <Button type="button" wide>
          Wide
        </Button>
      </Part>
      <Part title="Field">
        <Input hint="Everybody sees it." label="Username" name={name("name")} required />
        <Input icon="search" label="With an icon" name={name("search")} optional="optional" placeholder="A town" />
        <EmailInput defaultValue="anna@" error="Invalid email" label="With an error" name={name("email")} />
        <Input defaultValue="Cannot be changed" disabled label="Disabled" name={name("disabled")} />
        <PasswordField
          hint="At least 8 characters"
          label="Password, with reveal"
          name={name("password")}
          purpose="new"
          required
          reveal="Show password"
        />
        <PasswordField error="Please check your old password." label="Without" name={name("old")} purpose="current" />
        <Select label="Country" name={name("country")} options={COUNTRIES} placeholder="Any" />
        <Select error="Choose one" label="Select with an error" name={name("country2")} options={COUNTRIES} placeholder="Any" />
        <Select disabled label="Select, disabled" name={name("country3")} options={COUNTRIES} />
        <Textarea hint="1000 characters at most" label="About me" name={name("about")} />
        <DateOfBirth
          label="Enter your date of birth (18+)"
          labels={{ day: "Day", month: "Month", year: "Year", choose: "Choose" }}
          months={MONTHS}
          name={name("born")}
          required
        />
        <DateOfBirth
          defaultValue={{ day: "31", month: "2", year: "1990" }}
          error="Invalid date of birth."
          label="With an error"
          labels={{ day: "Day", month: "Month", year: "Year", choose: "Choose" }}
          months={MONTHS}
          name={name("born2")}
        />
        <RadioGroup
          defaultValue="women"
          label="Show me"
          name={name("gender")}
          options={[
            { value: "women", label: "Women" },
            { value: "men", label: "Men" },
          ]}
        />
        <Checkbox label="I have read the terms" name={name("terms")} />
        <Checkbox defaultChecked hint="You can change it later." label="Chosen, with a hint" name={name("chosen")} />
        <Checkbox error="This is needed." label="With an error" name={name("needed")} />
        <Checkbox disabled label="Disabled" name={name("off")} />
        <ErrorSummary
          errors={[
            { field: name("email"), label: "E-mail", message: "Invalid email" },
            { field: name("born2"), label: "Date of birth", message: "Invalid date of birth." },
          ]}
          title="2 things need your attention"
        />
      </Part>
      <Part title="Menu">
        <Row>
          <Menu id={`${scheme}-menu`} label={`Open the menu, ${scheme}`} trigger="Open the menu">
            <MenuLink current href="#main" icon="user">
              Current
            </MenuLink>
            <MenuLink href="#main" icon="settings">
              Link
            </MenuLink>
            <MenuSeparator />
            <MenuButton icon="block" tone="danger" type="button">
              Block
            </MenuButton>
          </Menu>
        </Row>
      </Part>
      <Part title="Tabs, pagination">
        <Tabs
          label={`Tabs, ${scheme}`}
          tabs={[
            { href: "#received", label: "Received", current: true, badge: <CountBadge count={3} label="3 new" variant="new" /> },
            { href: "#sent", label: "Sent" },
            { href: "#matches", label: "Matches" },
          ]}
        />
        <Pagination
          first={{ href: "#first", label: "Back to the beginning" }}
          label={`Pages, ${scheme}`}
          more={{ href: "#more", label: "More members" }}
          position="24 of 312"
        />
      </Part>
    </>
  );
}
