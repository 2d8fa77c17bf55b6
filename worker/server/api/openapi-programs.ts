import { contract, type ProgramCall } from "#worker/backoffice/programs/program-reads.contract.ts";
import type { Json } from "./openapi-schema.ts";

/** The staff host is no secret of the members' document: it does not name it. */
const SERVERS = [
  {
    url: "https://{staff_host}",
    description: "The host of the staff pages",
    variables: { staff_host: { default: "staff.example.com", description: "STAFF_HOST of the deployment" } },
  },
];

/** Security scheme of the tokens. */
export const TOKEN_SCHEME = {
  type: "http",
  scheme: "bearer",
  description: "A token that an operator makes at /staff/tokens. It reads what its scopes name, until a day.",
};

interface Making {
  parameters(call: ProgramCall): Json[];
  answer(call: ProgramCall): unknown;
  refusals: Json;
  tag: string;
}

/** Paths of the calls of operators' programs. */
export function programPaths({ parameters, answer, refusals, tag }: Making): Record<string, Json> {
  const calls: [string, ProgramCall][] = Object.entries(contract);
  return Object.fromEntries(
    calls.map(([operationId, call]) => [
      call.path,
      {
        get: {
          servers: SERVERS,
          operationId,
          summary: call.summary,
          description: `Needs a token with the scope \`${call.scope}\`.`,
          tags: [tag],
          security: [{ token: [] }],
          parameters: parameters(call),
          responses: { 200: { description: "Done", content: { "application/json": { schema: answer(call) } } }, ...refusals },
        },
      },
    ]),
  );
}
