import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";

/** What of a SARIF text the committee's own schema (2.1.0) does not take, as Microsoft's matchers for it bring it along. */
export function sarifErrors(sarif: string): unknown {
  const file = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  // It is written in an older draft, of which it uses nothing that a newer one reads otherwise.
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>;
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
  return validate(JSON.parse(sarif)) ? [] : validate.errors;
}
