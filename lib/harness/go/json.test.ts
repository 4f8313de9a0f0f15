import fc from "fast-check";
import { expect, test } from "vitest";
import { settingsShape } from "#lib/harness/profiles/claude-code/settings.ts";
import { misshapen } from "#lib/skills/json-shape.ts";
import { goJsonProblem, goJsonText, parseJsonObject, parseShaped } from "./json.ts";

test("a value is written as Go writes it, with keys in byte order and safe in HTML", () => {
  expect(goJsonText({})).toBe("{}");
  const value = { m: { b: true, 10: [], "<\u2028>": "x&y" }, a: [1, null] };
  expect(goJsonText(value)).toBe(
    '{\n  "a": [\n    1,\n    null\n  ],\n  "m": {\n    "10": [],\n    "\\u003c\\u2028\\u003e": "x\\u0026y",\n    "b": true\n  }\n}',
  );
});

test("a JSON text that holds no object is not read", () => {
  expect(parseJsonObject('{"a":1}')).toEqual({ a: 1 });
  for (const text of ["", "{", "[]", "null", "1", "\ufeff{}"]) expect(parseJsonObject(text)).toBeUndefined();
});

test.each([
  ["", "unexpected end of JSON input"],
  ['{"a"', "unexpected end of JSON input"],
  ['{"skill_name":"pdf"', "unexpected end of JSON input"],
  ["invalid json", "invalid character 'i' looking for beginning of value"],
  ["not json", "invalid character 'o' in literal null (expecting 'u')"],
  ["{skill_name:1}", "invalid character 's' looking for beginning of object key string"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['{"a" "x"}', `invalid character '"' after object key`],
  ['{"a":1 "x"', `invalid character '"' after object key:value pair`],
  ["[1 2]", "invalid character '2' after array element"],
  ["[1,]", "invalid character ']' looking for beginning of value"],
  ["{} x", "invalid character 'x' after top-level value"],
  ["01", "invalid character '1' after top-level value"],
  ['"a\nb"', String.raw`invalid character '\n' in string literal`],
  [String.raw`"\q"`, "invalid character 'q' in string escape code"],
  [String.raw`"\u12"`, String.raw`invalid character '"' in \u hexadecimal character escape`],
  ["tru}", "invalid character '}' in literal true (expecting 'e')"],
  ["-x", "invalid character 'x' in numeric literal"],
  ["1.e", "invalid character 'e' after decimal point in numeric literal"],
  ["1e+", "invalid character ' ' in exponent of numeric literal"],
  ["-", "invalid character ' ' in numeric literal"],
  ["nul", "invalid character ' ' in literal null (expecting 'l')"],
  [String.raw`"\u12`, String.raw`invalid character ' ' in \u hexadecimal character escape`],
  ['"a', "unexpected end of JSON input"],
  ["'a'", String.raw`invalid character '\'' looking for beginning of value`],
  ["é", "invalid character 'Ã' looking for beginning of value"],
])("%j", (text, message) => {
  expect(goJsonProblem(text)).toBe(message);
});

test("a text may nest as deep as Go allows, and any deeper one is told of", () => {
  const deep = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);
  expect(goJsonProblem(deep(10_000, "[", "]"))).toBeUndefined();
  expect(goJsonProblem(deep(10_001, "[", "]"))).toBe("invalid character '[' exceeded max depth");
  expect(goJsonProblem(`${deep(9999, '{"a":', "")}{}${"}".repeat(9999)}`)).toBeUndefined();
  expect(goJsonProblem(`${'{"a":'.repeat(40_000)}1`)).toBe("invalid character '{' exceeded max depth");
  expect(goJsonProblem("[".repeat(9000))).toBe("unexpected end of JSON input");
});

test("every text that JavaScript parses as JSON has no problem, and every other text has one", () => {
  const jsonish = fc.stringMatching(/^[[\]{}",:0-9.eE+\-truefalsn\\u ]*$/);
  fc.assert(
    fc.property(fc.oneof(fc.json(), jsonish), (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      expect(goJsonProblem(text) === undefined).toBe(isJson);
    }),
  );
});

test("a value of any size and depth can be held against a shape", () => {
  const shape = { model: '"(?:[^"\\\\]|\\\\.)*"', env: "\\{.*\\}" };
  expect(misshapen({ model: "x", env: {} }, shape)).toBeUndefined();
  expect(misshapen({ model: "x", env: [] }, shape)).toBe("env");
  expect(misshapen({ model: "x".repeat(9_000_000) }, shape)).toBeUndefined();
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  expect(() => parseShaped(`{"env":{"a":${deep}}}`, shape)).not.toThrow();
});

test.each([
  ['{"verbose":true,"language":"en","cleanupPeriodDays":30,"outputStyle":"x","unknown":5}', undefined],
  ['{"verbose":"yes"}', "verbose"],
  ['{"language":5}', "language"],
  ['{"cleanupPeriodDays":0}', "cleanupPeriodDays"],
  ['{"permissions":{"defaultMode":"plan","additionalDirectories":["/x"]}}', undefined],
  ['{"permissions":{"defaultMode":"delegate"}}', "permissions.defaultMode"],
  ['{"disableSkillShellExecution":null,"enableAllProjectMcpServers":null}', undefined],
  ['{"disableAllHooks":null}', "disableAllHooks"],
  ['{"statusLine":{"type":"command","command":"x"}}', undefined],
  ['{"statusLine":{}}', "statusLine"],
  ['{"hooks":{"Stop":[{"matcher":"","hooks":[{"type":"command","command":"x"}]}],"Nope":5}}', undefined],
  ['{"hooks":{"PreToolUse":null,"Stop":5}}', undefined],
  ['{"hooks":{"Stop":[{"hooks":[{"type":"nope"}]}]}}', undefined],
  ['{"hooks":{"PreToolUse":[{"matcher":"Bash"}]}}', "hooks.PreToolUse"],
  ['{"hooks":{"PermissionRequest":[{"hooks":[{"type":"nope"}]}]}}', "hooks.PermissionRequest"],
  ['{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x","timeout":0}]}]}}', "hooks.PreToolUse"],
  ['{"sandbox":{"network":{"allowedDomains":["a"]},"other":5}}', undefined],
  ['{"sandbox":{"network":{"allowedDomains":"a"}}}', "sandbox"],
  ['{"extraKnownMarketplaces":{"x":{"source":{"source":"github","repo":"a/b"}}}}', undefined],
  ['{"extraKnownMarketplaces":{"x":{"source":{"source":"nope"}}}}', "extraKnownMarketplaces"],
])("of Claude Code's settings %s the wrong value is %j", (text, key) => {
  expect(misshapen(parseJsonObject(text) ?? {}, settingsShape)).toBe(key);
});
