import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { Person } from "./person.ts";

// The validator reads its schemas from disk, which no Worker has.
test("/api/openapi.json is an OpenAPI 3.1 document", async () => {
  const { text } = await new Person("local").request("GET", "/api/openapi.json");
  expect(await new Validator().validate(JSON.parse(text))).toMatchObject({ valid: true });
  const broken = { ...JSON.parse(text), paths: { "/api/like.php?x=1": { post: { responses: 1 } } } };
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});
