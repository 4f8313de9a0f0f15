import { expect, test } from "vitest";
import { editorLink, issueProposal, longestAddress } from "./propose-link.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const commit = "0123456789abcdef0123456789abcdef01234567";

test.each([
  ["https://github.com/acme/skills", "GitHub", "/issues/new", ["title", "body"]],
  ["https://gitlab.com/a/b/skills", "GitLab", "/-/issues/new", ["issue[title]", "issue[description]"]],
  ["https://codeberg.org/acme/skills", "Codeberg", "/issues/new", ["title", "body"]],
])("%s has a form for issues, which the link fills in", (url, host, form, [title = "", body = ""]) => {
  const patch = "diff --git a/x b/x\n+a & b ``` c = d#e\n";
  const proposal = issueProposal({ kind: "git", url }, { title: "Fix x", commit, patch: encode(patch) });
  const link = new URL(proposal?.link ?? "");
  expect(proposal).toMatchObject({ host, holdsPatch: true });
  expect(link.origin + link.pathname).toBe(url + form);
  expect(link.searchParams.get(title)).toBe("Fix x");
  expect(link.searchParams.get(body)).toContain(patch);
  expect(link.searchParams.get(body)).toContain(commit);
  // The patch's own fence must not end the one around it.
  expect(link.searchParams.get(body)).toMatch(/^````diff$/m);
});

test("what is too long, or no text, is left to be pasted, and the link stays one that servers take", () => {
  // As many runs of backquotes as no function takes arguments.
  const fences = encode("` ".repeat(300_000));
  for (const patch of [encode("é".repeat(2000)), encode("x".repeat(20_000)), fences, new Uint8Array([0xff, 0xfe])]) {
    const proposal = issueProposal(
      { kind: "git", url: "https://github.com/acme/skills" },
      { title: "Fix", commit, patch },
    );
    expect(proposal?.holdsPatch).toBe(false);
    expect(proposal?.link.length).toBeLessThanOrEqual(longestAddress);
    expect(proposal?.link).toContain("paste");
  }
});

test("no form is known of another host", () => {
  const url = "https://github.com.evil.example/acme/skills";
  expect(issueProposal({ kind: "git", url }, { title: "Fix", commit, patch: encode("x") })).toBeUndefined();
  expect(editorLink({ kind: "git", url }, "main", "a.md")).toBeUndefined();
});

test.each([
  ["https://github.com/acme/skills", "https://github.com/acme/skills/edit/feature/x/a%20b/%23.md"],
  ["https://gitlab.com/acme/skills", "https://gitlab.com/acme/skills/-/edit/feature/x/a%20b/%23.md"],
  ["https://codeberg.org/acme/skills", "https://codeberg.org/acme/skills/_edit/feature/x/a%20b/%23.md"],
])("the editor of %s opens a file of a branch", (url, link) => {
  expect(editorLink({ kind: "git", url }, "feature/x", "a b/#.md")?.link).toBe(link);
  expect(editorLink({ kind: "git", url }, undefined, "a.md")).toBeUndefined();
});
