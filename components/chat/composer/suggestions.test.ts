import { expect, it } from "vitest";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { suggestionsFor } from "./suggestions.ts";

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

const byName = ({ name }: Skill) => `/${name}`;

it("asks for the first skill in plain words, then names skills", () => {
  const [a, b] = [skill("a", "Fills PDF forms. Use when asked."), skill("b", "Reviews")];
  const suggestions = suggestionsFor([a, b], catalogOf(a, b), byName);
  expect(suggestions.map((suggestion) => suggestion.text)).toEqual([
    "I need something that fills PDF forms",
    "/a ",
    "/b ",
  ]);
});

it("asks in plain words only for what the model is told of", () => {
  const hidden = skill("hidden", "Secret");
  expect(suggestionsFor([hidden], catalogOf(), byName).map((suggestion) => suggestion.text)).toEqual(["/hidden "]);
});

it("puts skills outside the catalog last and stops at four", () => {
  const skills = ["a", "b", "c", "d", "e"].map((name) => skill(name));
  const suggestions = suggestionsFor(skills, catalogOf(...skills.slice(1)), byName);
  expect(suggestions.map((suggestion) => suggestion.text)).toEqual(["What can b do?", "/b ", "/c ", "/d "]);
});

it("looks up how to invoke only what it shows: of thousands, each look-up goes through them all", () => {
  const skills = ["a", "b", "c", "d", "e", "f"].map((name) => skill(name));
  const asked = new Set<string>();
  suggestionsFor(skills, catalogOf(...skills), (one) => {
    asked.add(one.name);
    return byName(one);
  });
  expect([...asked]).toEqual(["a", "b", "c", "d"]);
});

it("asks in plain words alone where a person cannot name a skill", () => {
  const [a, b] = [skill("a", "Fills PDF forms."), skill("b")];
  const suggestions = suggestionsFor([a, b], catalogOf(a, b), () => undefined);
  expect(suggestions.map(({ text }) => text)).toEqual(["I need something that fills PDF forms", "What can b do?"]);
});

it("has nothing to suggest without skills", () => {
  expect(suggestionsFor([], catalogOf(), byName)).toEqual([]);
});

it("quotes a description that is no sentence, and cuts a long one at a comma", () => {
  const noun = skill("pdf", "PDF manipulation toolkit");
  const long = skill(
    "review",
    `Reviews a change or a file for mistakes that matter, such as ${"wrong results ".repeat(5)}`,
  );
  const first = (one: Skill) => suggestionsFor([one], catalogOf(one), byName)[0]?.text;
  expect(first(noun)).toBe("Help me with this: PDF manipulation toolkit");
  expect(first(long)).toBe("I need something that reviews a change or a file for mistakes that matter");
});
