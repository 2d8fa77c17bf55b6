import { MenuButton } from "#app/ui/menu.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { logOut } from "./sessions.actions.ts";

export function LogoutButton() {
  return (
    <form action={logOut} data-logout={edge().t("chat.unsentLogout")} noValidate>
      <MenuButton icon="logout">{edge().t("nav.logout")}</MenuButton>
    </form>
  );
}
