import { Links, Outlet, ScrollRestoration } from "react-router";

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head><meta charSet="utf-8" /><Links /></head>
      <body>{children}<ScrollRestoration /></body>
    </html>
  );
}
export function ServerComponent() {
  return <Outlet />;
}
