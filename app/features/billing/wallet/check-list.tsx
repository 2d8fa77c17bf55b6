import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import css from "./check-list.module.css";

export function CheckList({ title, items }: { title: string; items: string[] }) {
  return (
    <Card title={title}>
      <ul className={css.points}>
        {items.map((text) => (
          <li key={text}>
            <Icon name="check" size="s" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
