import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";

/** What the official SARIF 2.1.0 schema, from Microsoft's test matchers, rejects in a SARIF text. */
export function sarifErrors(sarif: string): unknown {
  const file = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  // The schema is in an older draft, but uses nothing that newer drafts read differently.
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>;
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
  return validate(JSON.parse(sarif)) ? [] : validate.errors;
}
