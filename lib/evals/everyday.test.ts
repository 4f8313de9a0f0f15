import { describe, expect, test } from "vitest";
import { naturalRequests } from "#test/natural-requests.ts";
import { everydayRequests } from "./everyday.ts";
import everydayKinds from "./everyday-kinds.json" with { type: "json" };

const known = naturalRequests.flatMap(({ skills }) =>
  skills
    .trim()
    .split("\n")
    .map((line) => ({ name: line.slice(0, line.indexOf(": ")), description: line.slice(line.indexOf(": ") + 2) })),
);

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

describe("everydayRequests", () => {
  test("gives three for every skill, all different, and none with four words in a row of its description", () => {
    for (const skill of known) {
      const requests = everydayRequests(skill);
      expect(new Set(requests).size, skill.name).toBe(3);
      const said = ` ${wordsOf(skill.description).join(" ")} `;
      for (const request of requests) {
        const words = wordsOf(request);
        const runs = words.slice(0, -3).map((_, at) => ` ${words.slice(at, at + 4).join(" ")} `);
        expect(
          runs.filter((run) => said.includes(run)),
          request,
        ).toEqual([]);
      }
    }
  });

  test("leaves out a request that a description quotes", () => {
    const [plain = ""] = everydayRequests({ name: "pdf", description: "PDF files." });
    expect(everydayRequests({ name: "pdf", description: `PDF files. Use when asked "${plain}"` })).not.toContain(plain);
  });

  test("are of the kind that the name and the first sentence tell of, before what comes further down", () => {
    const skill = { name: "excel-reports", description: "Builds spreadsheets. Not for slides, PDF or git." };
    const excel = everydayKinds.find(({ about }) => about.includes("xlsx"));
    expect(everydayRequests(skill)).toEqual(excel?.requests.slice(0, 3));
  });

  test("are of a kind that is named by two words only if both are there", () => {
    const figma = everydayKinds.find(({ about }) => about.includes("design-system"))?.requests ?? [];
    const asked = (name: string) => everydayRequests({ name, description: "All of it." });
    expect(asked("design-system-tokens")).toEqual(figma);
    expect(asked("design-review")).not.toContain(figma[0]);
  });

  test("are of the kind of the skill more than of its plugin's, and of none for one word of a description", () => {
    const first = (description: string) => everydayRequests({ name: "docker:invoice-reminder", description })[0];
    const money = everydayKinds.find(({ about }) => about.includes("invoice"));
    expect(first("Reminds of them.")).toBe(money?.requests[0]);
    const kind = { name: "kit:greet", description: "Says hello before a deployment." };
    expect(everydayRequests(kind)[0]).toBe("can you help me with greet?");
  });

  test.each([
    ["pack:beeKeeping_basics", "can you help me with bee keeping?"],
    ["wiz-automation", "can you help me with wiz?"],
    ["finishing-a-hedge", "can you help me with finishing a hedge?"],
    ["bcl-to-fastq", "turn this bcl into fastq"],
    ["create-hedge", "can you create hedge?"],
    ["hedge-writer", "I need a hedge writer"],
    ["alpaca-finder", "I need an alpaca finder"],
    ["basics", "can you help me with basics?"],
  ])("are about what the name %s says where no kind fits", (name, plainest) => {
    expect(everydayRequests({ name, description: "All of it." })[0]).toBe(plainest);
  });
});

test("a skill of two kinds is asked for both", () => {
  const [review, legal] = ["reviewer", "nda"].map((word) =>
    everydayKinds.find(({ about }) => about.split(" ").includes(word)),
  );
  const requests = everydayRequests({
    name: "review-contract",
    description: "Reads one and says what is odd.",
  });
  expect([review, legal].map((kind) => kind?.requests.some((request) => requests.includes(request)))).toEqual([
    true,
    true,
  ]);
});

test("every kind has requests enough, none of them twice", () => {
  expect(everydayKinds.filter(({ requests }) => requests.length < 3)).toEqual([]);
  const all = everydayKinds.flatMap(({ requests }) => requests);
  expect(new Set(all).size).toBe(all.length);
});
