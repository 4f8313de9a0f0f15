import { describe, expect, test } from "vitest";
import { type NaturalRequest, naturalRequests } from "#test/natural-requests.ts";
import { chooseSkill } from "./choose-skill.ts";
import type { Offer } from "./parse-catalog.ts";

const asked = naturalRequests.flatMap(({ repository, skills, requests }) => {
  const offers = skills.trim().split("\n").map(offerOf);
  return requests.map((request) => ({ repository, offers, request }));
});

function offerOf(line: string): Offer {
  const end = line.indexOf(": ");
  return { name: line.slice(0, end), description: line.slice(end + 2) };
}

function isRight({ text, fits }: NaturalRequest, offers: readonly Offer[]): boolean {
  const choice = chooseSkill(text, offers);
  return "offer" in choice && choice.offer ? fits.includes(choice.offer.name) : fits.length === 0;
}

function hits(seen: boolean): { right: number; of: number } {
  const half = asked.filter(({ request }) => request.seen === seen);
  return { right: half.filter(({ request, offers }) => isRight(request, offers)).length, of: half.length };
}

const offTopic = [
  "what's the weather like in Lisbon today?",
  "who won the football match last night?",
  "tell me a joke about penguins",
  "what should I cook for dinner tonight?",
  "how tall is Mount Everest?",
  "my cat is sick, what should I do?",
  "recommend me a good book for my holiday",
  "why is the sky blue?",
  "when does the next train to Porto leave",
  "how do I get red wine out of a white shirt",
];

describe("of requests as a person would type them", () => {
  test("most get the skill that fits, those that the chooser was made with and the others", () => {
    const [seen, unseen] = [hits(true), hits(false)];
    expect([seen.of, unseen.of]).toEqual([40, 40]);
    expect(seen.right).toBeGreaterThanOrEqual(39);
    expect(unseen.right).toBeGreaterThanOrEqual(37);
  });

  test("those that fit no skill get none", () => {
    const unfit = asked.filter(({ request }) => request.fits.length === 0);
    const wrong = unfit.filter(({ request, offers }) => !isRight(request, offers));
    expect(unfit.length).toBeGreaterThan(5);
    expect(wrong.map(({ request }) => request.text)).toEqual([]);
  });

  test("what has to do with none of these repositories gets none in any", () => {
    const chosen = naturalRequests.flatMap(({ repository, skills }) => {
      const offers = skills.trim().split("\n").map(offerOf);
      return offTopic.filter((text) => chooseSkill(text, offers).kind === "matched").map((text) => [repository, text]);
    });
    expect(chosen).toEqual([]);
  });

  test("a catalog that has room for names only is still chosen from by name", () => {
    const [{ skills = "" } = {}] = naturalRequests.filter(({ repository }) => repository === "trailofbits/skills");
    const offers = skills
      .trim()
      .split("\n")
      .map((line) => ({ ...offerOf(line), description: "" }));
    const chosen = (text: string) => {
      const choice = chooseSkill(text, offers);
      return "offer" in choice ? choice.offer?.name : undefined;
    };
    expect(chosen("use the aflpp skill")).toBe("aflpp");
    expect(chosen("fuzz my C parser with AFL++")).toBe("aflpp");
    expect(chosen("could you clean up my git branches")).toBe("git-cleanup");
  });
});
