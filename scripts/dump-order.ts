/** D1 exports list rows before later tables (cloudflare/workers-sdk#5683): tables come first, triggers last. Idempotent. */
export function tablesFirst(dump: string): string {
  const all = statementsOf(dump);
  const isFirst = (statement: string) => /^(PRAGMA|CREATE TABLE)\b/i.test(statement);
  return [...all.filter(isFirst), ...all.filter((statement) => !isFirst(statement)), ""].join("\n");
}

/** Splits at semicolons outside quotes, comments and trigger bodies: members' texts may hold any of these. */
function statementsOf(dump: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let depth = 0;
  let first = true;
  for (const { 0: token, index } of dump.matchAll(TOKENS)) {
    const word = token.toUpperCase();
    if (word === "CASE" || (word === "BEGIN" && !first)) depth++;
    else if (word === "END" && depth > 0) depth--;
    first = false;
    if (token !== ";" || depth > 0) continue;
    statements.push(dump.slice(start, index + 1).trim());
    start = index + 1;
    first = true;
  }
  if (dump.slice(start).trim() !== "") throw new Error("The file ends within a statement: the export was cut off.");
  return statements;
}

const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|[A-Za-z_]\w*|;/g;
