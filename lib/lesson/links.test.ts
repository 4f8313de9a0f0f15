import { expect, test } from "vitest";
import { linksIn, outsideLinks, projectPathOf } from "./links.ts";
import { parseLesson } from "./parse-lesson.ts";

const text = `---
title: A
---
Read [this](docs/a.md "A title").

## One

See <https://one.example/a_(b)> and https://two.example/b, then
![a picture](img/a%20b.png).

\`\`\`check
file_exists: a.md
\`\`\`

\`[not](code.md)\`

\`\`\`md
[not](fenced.md)
\`\`\`

\`\`\`hint Where?
[There](../x.md#part), or [there][ref].

[ref]: https://three.example
\`\`\`
`;

test("links of text and hints are found with their lines, those in code are not", () => {
  const links = linksIn(parseLesson(text, "a").lesson);
  expect(links.map(({ line, target }) => `${line} ${target}`)).toEqual([
    "4 docs/a.md",
    "8 https://one.example/a_(b)",
    "8 https://two.example/b",
    "9 img/a%20b.png",
    "22 ../x.md#part",
    "24 https://three.example",
  ]);
  const twice = `${text}\n[again](https://one.example/a_(b))\n`;
  expect(outsideLinks(parseLesson(twice, "a").lesson).map(({ line }) => line)).toEqual([8, 8, 24]);
});

test.each([
  ["a.md", "a.md"],
  ["img/a%20b.png?x#y", "img/a b.png"],
  ["100%.md", "100%.md"],
  ["#part", undefined],
  ["mailto:a@b.example", undefined],
  ["a@b.example", undefined],
  ["//host.example/a", undefined],
  ["https://host.example", undefined],
])("%s names %s in the project", (target, path) => {
  expect(projectPathOf({ target, line: 1 })).toBe(path);
});

test("a text of brackets alone is read in no time to speak of", () => {
  for (const sign of ["[", "![", "](", "<http://", "[a](b "]) {
    expect(linksIn(parseLesson(`## A\n${sign.repeat(60_000)}`, "a").lesson).length).toBeLessThan(70_000);
  }
});
