import { describe, expect, test } from "vitest";
import { keptParts } from "#lib/harness/discovery/kept-parts.ts";
import { profileById, profiles } from "#lib/harness/profiles.ts";
import { type KeptPart, keysOf } from "#lib/harness/vocabulary/frontmatter.ts";
import type { Fields } from "#lib/skills/frontmatter.ts";
import { standardFields } from "#lib/skills/standard.ts";
import { describeField, fieldUse, fieldValues } from "./describe-field.ts";
import { frontmatterFields } from "./fields.ts";

const keys = frontmatterFields.map(({ key }) => key);

test("every field that a profile reads, knows or checks, and every one of the standard, is told of", () => {
  const used = profiles.flatMap(({ frontmatter: { keeps, knows = [], dialect } }) => [
    ...keeps.flatMap((part) => keysOf[part]),
    ...knows,
    ...(dialect.kind === "mended" ? Object.keys(dialect.mustBeMap ?? {}) : []),
  ]);
  expect([...used, ...standardFields].filter((key) => !keys.includes(key))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
});

test("every field that is told of is read or known by some harness", () => {
  expect(keys.filter((key) => profiles.every((profile) => fieldUse(profile, key) === "ignored"))).toEqual([]);
});

describe.each(Object.entries(keysOf).flatMap(([part, all]) => all.map((key) => [part as KeptPart, key] as const)))(
  "what is kept as %s",
  (part, key) => {
    test(`depends on ${key}`, () => {
      const kept = (word: string) => {
        const value =
          key === "allowed-tools"
            ? ({ kind: "list", items: [word] } as const)
            : part === "hiding-from-model" || part === "disabled"
              ? ({ kind: "other", type: "bool", text: word } as const)
              : ({ kind: "text", text: word } as const);
        const fields: Fields = new Map([[key, { value, line: 2 }]]);
        const frontmatter = { kind: "read", fields, body: "" } as const;
        const text = { folder: "a", text: "", frontmatter, fields, textOf: () => "", hasRule: () => false };
        return keptParts([part], text);
      };
      const words: Readonly<Record<string, string>> = {
        "user-invocable": "false",
        enabled: "false",
        paths: "a.md",
        effort: "low",
      };
      const word = words[key] ?? "true";
      expect(kept(word)).not.toEqual({});
    });
  },
);

test("a field says who reads it, in whose limits, and where that is written down", () => {
  const some = ["keen", "kodelet", "claude-code", "codex", "agentskills"].map(profileById);
  const facts = describeField(some, "description");
  expect(facts?.uses).toEqual({ read: some.map(({ label }) => label), known: [], ignored: [], undocumented: [] });
  expect(facts?.limits).toEqual([
    "Open standard: Up to 1024 characters.",
    "Without it left out by Keen Code, Kodelet, Codex, Agent Skills.",
    "Claude Code: tells the model up to 1,536 characters, when_to_use included.",
    "Codex: tells the model up to 1,024 characters.",
  ]);
  expect(facts?.documents[0]?.address).toMatch(/^https:/);
  expect(describeField(profiles, "name")?.limits).toContain("Codex: left out with more than 64 characters.");
  expect(describeField(profiles, "allowed-tools")?.limits).toContain("GenCode: skipped if it is not a list.");
  expect(describeField(profiles, "hooks")?.uses).toMatchObject({ read: [], known: ["Claude Code"] });
  expect(describeField(profiles, "nothing")).toBeUndefined();
});

test("values are the words of the harness, or of the first that reads the field", () => {
  const genCode = profileById("gencode");
  expect(fieldValues(genCode, profiles, "state")).toEqual(["disable", "enable", "active"]);
  expect(fieldValues(profileById("keen"), profiles, "state")).toEqual(["disable", "enable", "active"]);
  expect(fieldValues(genCode, profiles, "allowed-tools")).toContain("edit_file");
  expect(fieldValues(profileById("claude-code"), profiles, "allowed-tools")).toContain("Edit");
  expect(fieldValues(profileById("keen"), profiles, "user-invocable")).toEqual(["true", "false"]);
  expect(fieldValues(genCode, profiles, "description")).toEqual([]);
});
