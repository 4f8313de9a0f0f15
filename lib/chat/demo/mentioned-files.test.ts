import { expect, test } from "vitest";
import { locateMentions, type Mention, mentionedPaths } from "./mentioned-files.ts";

const mentioned = (markdown: string) => mentionedPaths(markdown, "/w/s").map(({ path }) => path);

test.each([
  ["a link", "see [the guide](references/guide.md#top)", ["/w/s/references/guide.md"]],
  ["a link with a title", '[x](<a.md> "title")', ["/w/s/a.md"]],
  ["a link to a file of any kind of text", "[x](settings.ini)", ["/w/s/settings.ini"]],
  ["a file in backticks", "read `FORMS.md`, then", ["/w/s/FORMS.md"]],
  [
    "a file in running text",
    "For more, see REFERENCE.md. Then stop (see a.json).",
    ["/w/s/REFERENCE.md", "/w/s/a.json"],
  ],
  ["a path in a command", "```bash\npython scripts/fill.py in.pdf\n```", ["/w/s/scripts/fill.py"]],
  ["each once, in order", "`b.md` then [a](./a.md) and b/../b.md", ["/w/s/b.md", "/w/s/a.md"]],
])("%s", (_, markdown, paths) => {
  expect(mentioned(markdown)).toEqual(paths);
});

test.each([
  ["addresses", "https://example.com/a/b.md and [x](https://example.com/c.md) and [y](mailto:a@b.c)"],
  ["places outside the skill", "[x](../other/SKILL.md) [y](/etc/passwd) ../../secrets/a.md"],
  ["what is no text", "![logo](assets/logo.png) and assets/template.docx"],
  ["itself, and anchors", "[here](SKILL.md) [there](#steps)"],
  ["code", "`writer.add_page` and `page.text` and foo.go(1) and `a/b.py(1)`"],
  ["placeholders", "`<name>.md` and `*.py` and page_{i}.json"],
  ["its frontmatter", "---\nlicense: LICENSE.txt\n---\nDo it."],
])("not %s", (_, markdown) => {
  expect(mentioned(markdown)).toEqual([]);
});

test.each(["a/", "a.", "](", "`a", "[", "../", "http:"])("text made of %j alone takes linear time", (piece) => {
  expect(mentioned(piece.repeat(100_000)).length).toBeLessThan(2);
});

test("a name without a folder is certain only as a link", () => {
  const certain = mentionedPaths("a.md and b.md and c/d.md and [b](b.md)", "/w/s").map((mention) => mention.certain);
  expect(certain).toEqual([false, true, true]);
});

const listing = { tool: "list_files", path: "/s", input: { path: "/s" }, failed: false };
const text = [
  "/s/reference.md (12 bytes)",
  "/s/Both.md (1 bytes)",
  "/s/both.md (1 bytes)",
  "/s/linked.md@",
  "/s/docs/",
].join("\n");

function certain(...paths: string[]): Mention[] {
  return paths.map((path) => ({ path, certain: true }));
}

test("files are found by their spelling, or else by one that differs only in case", () => {
  const { there, missing } = locateMentions(
    certain("/s/REFERENCE.md", "/s/both.md", "/s/linked.md", "/s/gone.md", "/s/docs"),
    { ...listing, text },
  );
  expect(there).toEqual([
    { path: "/s/reference.md", written: "/s/REFERENCE.md" },
    { path: "/s/both.md", written: "/s/both.md" },
    { path: "/s/linked.md", written: "/s/linked.md" },
  ]);
  expect(missing).toEqual(["/s/gone.md", "/s/docs"]);
});

test("a file counts once, however it is spelled", () => {
  const { there } = locateMentions(certain("/s/REFERENCE.md", "/s/reference.md"), { ...listing, text });
  expect(there).toEqual([{ path: "/s/reference.md", written: "/s/REFERENCE.md" }]);
});

test("what may be no file is not missed", () => {
  expect(locateMentions([{ path: "/s/node.js", certain: false }], { ...listing, text }).missing).toEqual([]);
});

test.each([
  ["no listing", undefined],
  ["one that failed", { ...listing, failed: true, text: "no" }],
  ["one that withholds files", { ...listing, text: "/s/a.md (1 bytes)\n[1 left out: the harness does not let …]" }],
  ["one that was cut short", { ...listing, text: "/s/a.md (1 bytes)\n[There is more; list a folder below.]" }],
])("with %s, paths are as written", (_, looked) => {
  expect(locateMentions(certain("/s/B.md"), looked)).toEqual({
    there: [{ path: "/s/B.md", written: "/s/B.md" }],
    missing: [],
  });
});
