import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { completeField, fieldAt, harnessOf } from "./frontmatter-help.ts";
import { frontmatterPlace } from "./frontmatter-place.ts";

/** Parses a text in which a bar marks the cursor. */
function at(marked: string, profileId = "keen") {
  const pos = marked.indexOf("|");
  const doc = marked.replace("|", "");
  return { pos, state: EditorState.create({ doc, extensions: harnessOf.of(profileById(profileId)) }) };
}

function complete(marked: string, profileId?: string, explicit = true) {
  const { pos, state } = at(marked, profileId);
  return completeField(new CompletionContext(state, pos, explicit));
}

const labels = (marked: string, profileId?: string) => complete(marked, profileId)?.options.map(({ label }) => label);

test("fields that are not there yet are offered, with those that the harness does not read marked so", () => {
  const options = complete("---\nname: a\nd|\n---\n")?.options ?? [];
  const named = new Map(options.map((option) => [option.label, option]));
  expect(named.has("name")).toBe(false);
  expect(named.get("description")).toMatchObject({ detail: "", apply: "description: " });
  expect(named.get("disable-model-invocation")?.detail).toBe("not read by Keen Code");
  expect(named.get("description")?.boost).toBeGreaterThan(named.get("disable-model-invocation")?.boost ?? 0);
  const inClaude = complete("---\nd|\n---\n", "claude-code")?.options ?? [];
  expect(inClaude.find(({ label }) => label === "disable-model-invocation")?.detail).toBe("");
});

test("a key that has its value is replaced alone", () => {
  const result = complete("---\nnam|e: a\n---\n");
  expect(result).toMatchObject({ from: 4, to: 8 });
  expect(result?.options.find(({ label }) => label === "name")?.apply).toBe("name");
});

test("values are offered where a field has a few", () => {
  expect(labels("---\nuser-invocable: |\n---\n")).toEqual(["true", "false"]);
  expect(labels("---\nstate: en|\n---\n", "gencode")).toEqual(["disable", "enable", "active"]);
  expect(labels("---\nallowed-tools: [Read, W|]\n---\n", "claude-code")).toContain("Write");
  expect(complete("---\nallowed-tools:\n  - Read\n  - W|\n---\n", "claude-code")).toMatchObject({ from: 32, to: 33 });
  expect(complete("---\ndescription: a|\n---\n")).toBeNull();
});

test("nothing is offered unasked, outside of the frontmatter, or where there is none", () => {
  expect(complete("---\n|\n---\n", "keen", false)).toBeNull();
  for (const text of [
    "---\nname: a\n---\nd|",
    "d|",
    "\n---\nd|\n---\n",
    "--|-\nname: a\n---\n",
    "---\nname: a\n\nText d|",
  ]) {
    expect(complete(text), text).toBeNull();
  }
  expect(labels("---\nname: a\nd|")).toContain("description");
});

test("a key and its value are about the same field", () => {
  for (const [text, key] of [
    ["---\nna|me: a\n---\n", "name"],
    ["---\nname: a|b\n---\n", "name"],
    ["---\npaths:\n  - a|\n---\n", "paths"],
  ] as const) {
    const { pos, state } = at(text);
    expect(fieldAt(state, pos)?.facts.key, text).toBe(key);
  }
  const { pos, state } = at("---\nmine|: a\n---\n");
  expect(fieldAt(state, pos)).toBeUndefined();
  expect(frontmatterPlace(state.doc, pos)).toMatchObject({ kind: "key", key: "mine" });
});
