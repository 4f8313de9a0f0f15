import { expect, it } from "vitest";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { nothingToTry, suggestionsFor } from "./suggestions.ts";

function skill(name: string, description = ""): Skill {
  return { name, description, location: `/s/${name}/SKILL.md`, directory: `/s/${name}`, root: "./s" };
}

function catalogOf(...skills: Skill[]): Catalog {
  return {
    channel: "system",
    text: "",
    rows: skills.map(({ name, location }) => ({ skill: name, location, start: 0, end: 0 })),
  };
}

const given = (skills: readonly Skill[], catalog: Catalog) => ({ skills, catalog });
const byName = ({ name }: Skill) => `/${name}`;

it("asks for the first skill in plain words, then names skills", () => {
  const [a, b] = [skill("a", "Fills PDF forms. Use when asked."), skill("b", "Reviews")];
  const suggestions = suggestionsFor({ ...given([a, b], catalogOf(a, b)), invoke: byName });
  expect(suggestions.map((suggestion) => suggestion.text)).toEqual(["Help me fill PDF forms", "/a ", "/b "]);
});

it("asks in plain words only for what the model is told of", () => {
  const hidden = skill("hidden", "Secret");
  expect(
    suggestionsFor({ ...given([hidden], catalogOf()), invoke: byName }).map((suggestion) => suggestion.text),
  ).toEqual(["/hidden "]);
});

it("puts skills outside the catalog last and stops at four", () => {
  const skills = ["a", "b", "c", "d", "e"].map((name) => skill(name));
  const suggestions = suggestionsFor({ ...given(skills, catalogOf(...skills.slice(1))), invoke: byName });
  expect(suggestions.map((suggestion) => suggestion.text)).toEqual([
    "What can the skill b do for me?",
    "/b ",
    "/c ",
    "/d ",
  ]);
});

it("looks up how to invoke only what it shows: of thousands, each look-up goes through them all", () => {
  const skills = ["a", "b", "c", "d", "e", "f"].map((name) => skill(name));
  const asked = new Set<string>();
  suggestionsFor({
    ...given(skills, catalogOf(...skills)),
    invoke: (one) => {
      asked.add(one.name);
      return byName(one);
    },
  });
  expect([...asked]).toEqual(["a", "b", "c", "d"]);
});

it("asks in plain words alone where a person cannot name a skill", () => {
  const [a, b] = [skill("a", "Fills PDF forms."), skill("b")];
  const suggestions = suggestionsFor({ ...given([a, b], catalogOf(a, b)), invoke: () => undefined });
  expect(suggestions.map(({ text }) => text)).toEqual(["Help me fill PDF forms", "What can the skill b do for me?"]);
});

it("has nothing to suggest without skills", () => {
  expect(suggestionsFor({ ...given([], catalogOf()), invoke: byName })).toEqual([]);
});

it("suggests what the harness brings along only where a person has nothing of their own", () => {
  const [bundled, mounted] = [skill("a"), skill("b")];
  const isBundled = (one: Skill) => one === bundled;
  const input = given([bundled, mounted], catalogOf(bundled, mounted));
  const texts = suggestionsFor({ ...input, invoke: byName, isBundled }).map(({ text }) => text);
  expect(texts).toEqual(["What can the skill b do for me?", "/b "]);
  const alone = suggestionsFor({ ...given([bundled], catalogOf(bundled)), invoke: byName, isBundled });
  expect(alone.map(({ text }) => text)).toEqual(["What can the skill a do for me?", "/a "]);
});

it("asks in plain words for the first skill whose description makes a sentence", () => {
  const [mute, plain] = [
    skill("a", "You MUST use this before any creative work"),
    skill("b", "Reviews pull requests."),
  ];
  const [first] = suggestionsFor({ ...given([mute, plain], catalogOf(mute, plain)), invoke: byName });
  expect(first?.text).toBe("Help me review pull requests");
});

it("says what is left where nothing can be tried, and where the fault is of a harness that does not start", () => {
  const discovery = { skills: [], candidates: [], placements: new Map(), warnings: [] };
  const view = { discovery, catalog: catalogOf() };
  expect(nothingToTry(view)).toEqual({
    title: "No skill is loaded",
    text: "You can still chat. The catalog is empty.",
  });
  const loaded = { ...view, discovery: { ...discovery, skills: [skill("a")] } };
  expect(nothingToTry(loaded).title).toBe("No skill to try");
  const whyOff = { kind: "ended", path: "/app/.pi/settings.json", says: "TypeError" } as const;
  expect(nothingToTry({ ...loaded, whyOff })).toEqual({
    title: "No skill to try",
    text: "There is something wrong in /app/.pi/settings.json.",
  });
});
