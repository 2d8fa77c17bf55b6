import { MemberCard } from "#app/features/discovery/members/member-card.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge, CountBadge, CreditBadge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { Chip, ChipList } from "#app/ui/chip.tsx";
import { ICONS, Icon } from "#app/ui/icon.tsx";
import { InterestIcon } from "#app/ui/interest-icon.tsx";
import { Photo } from "#app/ui/photo.tsx";
import { INTERESTS } from "#db/schema/interests.ts";
import css from "./ui.module.css";
import { Part, Row, type Scheme } from "./ui-part.tsx";

const PORTRAIT = "/landers/amara.svg";
const NAMES = ["Anna", "Ben", "Zoë", "Łukasz"];

export function Content({ scheme }: { scheme: Scheme }) {
  return (
    <>
      <Part title="Avatar">
        <Row>
          {(["s", "m", "l", "xl"] as const).map((size) => (
            <Avatar key={size} name="Anna" online={size !== "s" && "online"} size={size} src={PORTRAIT} />
          ))}
        </Row>
        <Row>
          {(["s", "m", "l", "xl"] as const).map((size, index) => (
            <Avatar key={size} name={NAMES[index] as string} size={size} />
          ))}
        </Row>
      </Part>
      <Part title="Photo">
        <div className={css.photos}>
          <Photo alt="A portrait" name="Anna" src={PORTRAIT} />
          <Photo alt="A square" name="Anna" ratio="square" src={PORTRAIT} />
          <Photo alt="Inspected" name="Anna" src={PORTRAIT} state="Picture being inspected" />
          <Photo alt="" locked="Login to view more photos of Anna" name="Anna" src={PORTRAIT} />
          {NAMES.map((name) => (
            <Photo alt={`${name} has no photo`} key={name} name={name} />
          ))}
          <Photo alt="" name="🌸" ratio="square" />
        </div>
      </Part>
      <Part title="Member card">
        <div className={css.photos}>
          <MemberCard
            age={33}
            fictional="Fictional profile"
            reason="New"
            href="#anna"
            name="Anna"
            online="online"
            photo={{ src: PORTRAIT }}
            place="Amsterdam"
          />
          <MemberCard age={41} fictional="Fictional profile" href="#ben" name="Ben_with_a_long_name" place="Bergen op Zoom" />
          <MemberCard age={27} href="#zoe" name="Zoë" place="Gent" />
        </div>
      </Part>
      <Part title="Badge">
        <Row>
          {[1, 42, 99, 100].map((count) => (
            <CountBadge count={count} key={count} label={`${count} unread`} />
          ))}
          <CountBadge count={3} label="3 new likes" variant="new" />
          <CreditBadge credits={10} label="10 credits left" />
          <CreditBadge credits={0} label="No credits left" />
        </Row>
        <Row>
          <Badge>Neutral</Badge>
          <Badge tone="new">New</Badge>
          <Badge tone="success">Match</Badge>
          <Badge tone="warning">Fictional profile</Badge>
        </Row>
        <div className={css.onPicture}>
          <Badge tone="photo">On a picture</Badge>
        </div>
      </Part>
      <Part title="Card">
        <Card footer={<span className="muted">A footer</span>} level={3} title="A card">
          <p>
            Text in it. <span className="muted">And what is said more quietly.</span>
          </p>
        </Card>
      </Part>
      <Part title="Chip">
        <ChipList label={`Filters, ${scheme}`}>
          <Chip icon="pin">Amsterdam</Chip>
          <Chip drawing={<InterestIcon name="wine" />}>Wine</Chip>
          <Chip remove={{ href: "#gone", label: `Remove filter: Hair: Red, ${scheme}` }}>Hair: Red</Chip>
        </ChipList>
      </Part>
      <Part title={`Icons: ${ICONS.length}`}>
        <ul className={css.icons}>
          {ICONS.map((name) => (
            <li key={name}>
              <Icon name={name} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={`Interests: ${INTERESTS.length}`}>
        <ul className={css.icons}>
          {INTERESTS.map((name) => (
            <li key={name}>
              <InterestIcon name={name} size="l" />
              {name}
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}
