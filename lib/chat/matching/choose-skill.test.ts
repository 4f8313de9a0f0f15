import { describe, expect, test } from "vitest";
import { chooseSkill, nearestSkills } from "./choose-skill.ts";

const offers = [
  { name: "changelog", description: "Writes release notes from commits.", location: "/w/changelog/SKILL.md" },
  { name: "pdf-forms", description: "Fill in forms.", location: "/w/pdf-forms/SKILL.md" },
  { name: "reports", description: "Turns a PDF report into a table. 发布说明", location: "/w/reports/SKILL.md" },
];
const chosen = (request: string) => {
  const choice = chooseSkill(request, offers);
  return "offer" in choice ? choice.offer?.name : undefined;
};

describe("by words", () => {
  test.each([
    ["I have a PDF with forms", "pdf-forms"],
    ["which commits since the last releases?", "changelog"],
    ["use the reports skill", "reports"],
    ["请写发布说明", "reports"],
  ])("%j finds %s", (request, name) => {
    expect(chosen(request)).toBe(name);
  });

  test("a request that says all that a description says finds it, however little that is", () => {
    const greeter = [{ name: "greet", description: "Says hello to people.", location: "/w/greet/SKILL.md" }];
    expect(chooseSkill("say hello to people", greeter)).toMatchObject({ kind: "matched", offer: { name: "greet" } });
    expect(chooseSkill("are there people in Lisbon?", greeter)).toEqual({ kind: "none" });
    const more = [{ name: "greet", description: "Says hello to people in Rome.", location: "/w/greet/SKILL.md" }];
    expect(chooseSkill("say hello to people", more)).toEqual({ kind: "none" });
  });

  test("a word of the name weighs more than one of a description", () => {
    expect(chosen("pdf")).toBe("pdf-forms");
  });

  test("says which words", () => {
    expect(chooseSkill("please write me the Release Notes", offers)).toMatchObject({
      words: ["release notes", "write"],
    });
    expect(chooseSkill("can it be done for me: forms?", offers)).toMatchObject({ words: ["forms"] });
  });

  test.each(["hello there", "good morning, how are you?", "what can you do with files?", "", "use a skill"])(
    "%j finds nothing",
    (request) => {
      expect(chooseSkill(request, offers)).toEqual({ kind: "none" });
    },
  );
});

describe("by words that differ", () => {
  const others = [
    { name: "deploying", description: "Use when an application is to be deployed. Do NOT use for slides." },
    { name: "decks", description: "Makes presentations." },
    { name: "aflpp", description: "" },
    { name: "invoices", description: "Writes bills. Don't use for TypeScript." },
    { name: "review", description: "Looks at TypeScript (ts) code." },
  ];
  test.each([
    ["what's the way to a deployment?", "deploying"],
    ["ship my app", "deploying"],
    ["some slides for Monday", "decks"],
    ["a powerpoint, please", "decks"],
    ["fuzz it with AFL++", "aflpp"],
    ["look over invoice.ts", "review"],
    ["thanks, that's it!", undefined],
    ["I don't know", undefined],
  ])("%j finds %s", (request, name) => {
    const choice = chooseSkill(request, others);
    expect("offer" in choice ? choice.offer?.name : undefined).toBe(name);
  });

  test("a mounted skill comes before one that the harness brings along", () => {
    const bundled = {
      name: "review",
      description: "Review.",
      location: "/home/user/.keen/skills/bundled/review/SKILL.md",
    };
    const mounted = {
      name: "check",
      description: "Reviews what was changed.",
      location: "/w/.agents/skills/check/SKILL.md",
    };
    expect(chooseSkill("review this", [bundled, mounted])).toMatchObject({ offer: mounted });
    expect(chooseSkill("use the review skill", [bundled, mounted])).toMatchObject({ offer: bundled });
  });
});

test("one word in common is chance, unless it stands in the name", () => {
  const catalog = [
    { name: "monday-brief", description: "What the morning brings, by the book." },
    { name: "booking", description: "Reserves tables." },
  ];
  const chosenOf = (request: string) => {
    const choice = chooseSkill(request, catalog);
    return "offer" in choice ? choice.offer?.name : undefined;
  };
  expect(chosenOf("when does the morning train leave?")).toBeUndefined();
  expect(chosenOf("a booking for two, please")).toBe("booking");
  expect(chosenOf("by the book, what does the morning bring?")).toBe("monday-brief");
});

test("of two words that people say of most things, none decides", () => {
  const catalog = [
    { name: "next-steps", description: "Lists what is to be set up, for a new place." },
    { name: "invoices", description: "Writes bills." },
  ];
  expect(chooseSkill("set the next alarm", catalog)).toEqual({ kind: "none" });
  expect(chooseSkill("set up my invoices", catalog)).toMatchObject({ offer: catalog[1] });
});

test("two words count as the one that they make, written apart, with a hyphen or together", () => {
  const catalog = [
    { name: "clinicaltrials", description: "Looks studies up." },
    { name: "popups", description: "Boxes that ask for an address." },
    { name: "components", description: "Finds out why one re-renders." },
  ];
  const chosenOf = (request: string) => {
    const choice = chooseSkill(request, catalog);
    return "offer" in choice ? choice.offer?.name : undefined;
  };
  expect(chosenOf("is there a clinical trial near me?")).toBe("clinicaltrials");
  expect(chosenOf("a pop up on the first visit")).toBe("popups");
  expect(chosenOf("why does it rerender?")).toBe("components");
});

test("a request about skills themselves finds the one that makes them", () => {
  const catalog = [
    { name: "skill-creator", description: "Use when creating new skills." },
    { name: "invoices", description: "Writes bills." },
  ];
  expect(chooseSkill("build a skill for our invoices", catalog)).toMatchObject({ offer: catalog[0] });
  expect(chooseSkill("write an invoice", catalog)).toMatchObject({ offer: catalog[1] });
  expect(chooseSkill("which skills are there?", catalog)).toEqual({ kind: "none" });
});

test("a slip of the pen is no other word", () => {
  const catalog = [
    { name: "slides", description: "Presentations." },
    { name: "recruiting", description: "Hiring, by interviews." },
  ];
  const words = (request: string) => {
    const choice = chooseSkill(request, catalog);
    return choice.kind === "matched" ? choice.words : undefined;
  };
  expect(words("a presentaion please")).toEqual(["presentation"]);
  expect(words("recruting")).toEqual(["recruiting"]);
  expect(words("hiking")).toBeUndefined();
});

test("what comes near a request that fits none is told, the nearest first", () => {
  const catalog = [
    { name: "tables", description: "Draws tables." },
    { name: "monday-brief", description: "What the morning brings." },
  ];
  expect(chooseSkill("when does the morning train leave?", catalog)).toEqual({ kind: "none" });
  expect(nearestSkills("when does the morning train leave?", catalog)).toEqual([catalog[1]]);
  expect(nearestSkills("good morning!", catalog)).toEqual([]);
});

describe("with a skill in use", () => {
  test.each(["and the second step?", "go on", "what's next?", "why?", "and then", "how does that work?"])(
    "%j goes on",
    (request) => {
      expect(chooseSkill(request, offers, "reports")).toMatchObject({
        kind: "continued",
        name: "reports",
        offer: offers[2],
      });
      expect(chooseSkill(request, offers)).toEqual({ kind: "none" });
    },
  );

  test("another request is for another skill", () => {
    expect(chooseSkill("and now the release notes", offers, "reports")).toMatchObject({ offer: offers[0] });
  });

  test.each([
    ["thanks!", true],
    ["ok, thank you, that was great", true],
    ["never mind", false],
  ])("%j asks for nothing", (request, isThanks) => {
    expect(chooseSkill(request, offers, "reports")).toEqual({ kind: "courtesy", isThanks });
  });

  test("thanks may stand before a request", () => {
    expect(chooseSkill("thanks, now write the changelog", offers)).toMatchObject({ offer: offers[0] });
  });
});

describe("by name", () => {
  test.each([
    "/changelog",
    "/changelog v2",
    "/ changelog",
    "$changelog",
    "try the changelog skill on a PDF with forms",
  ])("%j", (request) => {
    expect(chooseSkill(request, offers)).toMatchObject({ kind: "named", offer: { name: "changelog" } });
  });

  test("only by a name that is offered", () => {
    expect(chooseSkill("/unknown", offers)).toEqual({ kind: "none" });
  });
});

describe("given with its instructions", () => {
  test.each([
    "[Activate skill: changelog]\n\nDo it.",
    "[Activated skill: changelog]\nArguments: v2\n\nDo it.",
    'Apply Skill "changelog" with arguments: "v2"\n\nInstructions:\nDo it.',
    '<skill-invocation name="changelog">\nDo it.\n</skill-invocation>\n\n/changelog v2',
    "<command-message>changelog</command-message>\n<command-name>/changelog</command-name>\nBase directory for this skill: /w\n\nDo it.",
    "the notes, with $changelog\n\n<skill>\n<name>changelog</name>\n<path>/w/SKILL.md</path>\nDo it.\n</skill>",
  ])("%j", (request) => {
    const choice = chooseSkill(request, offers);
    expect(choice).toMatchObject({ kind: "given", name: "changelog", offer: offers[0] });
    expect("handed" in choice && choice.handed.instructions).toBe("Do it.");
  });

  test("even when the catalog does not offer it", () => {
    const handed = { name: "off", instructions: "Body", asked: "" };
    expect(chooseSkill("[Activate skill: off]\n\nBody", offers)).toEqual({ kind: "given", name: "off", handed });
  });
});

test("words are taken for misspelt in a request that was typed, and not in a long text that was pasted", () => {
  const one = [{ name: "reports", description: "Spreadsheets.", location: "/w/reports/SKILL.md" }];
  expect(chooseSkill("a spreadsheat please", one)).toMatchObject({ kind: "matched" });
  const pasted = Array.from({ length: 200 }, (_, index) => `line${index}word`).join(" ");
  expect(chooseSkill(`spreadsheat ${pasted}`, one)).toEqual({ kind: "none" });
});
