export function ServerComponent() {
  return <h1>Liaison</h1>;
}
