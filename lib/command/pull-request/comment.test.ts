import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type GitHubServer, startGitHub } from "#test/servers/github-api.ts";
import type { CheckResult } from "../check/check-shape.ts";
import { commentVerb } from "./comment-verb.ts";
import { commentMark, pullRequestsOf } from "./github-api.ts";

const head = "a".repeat(40);

let github: GitHubServer;
let folder = "";
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "skillground-comment-"));
  github = await startGitHub("secret");
  vi.stubEnv("GITHUB_API_URL", github.url);
  vi.stubEnv("GITHUB_REPOSITORY", "acme/skills");
  vi.stubEnv("GITHUB_TOKEN", "secret");
});
afterEach(() => {
  vi.unstubAllEnvs();
  github.stop();
  rmSync(folder, { recursive: true });
});

const finding = (
  says: string,
  rest: Partial<CheckResult["findings"][number]> = {},
): CheckResult["findings"][number] => ({
  code: "left-out",
  level: "warning",
  path: "skills/a/SKILL.md",
  line: 1,
  says,
  isNew: true,
  ...rest,
});

function comment(findings: CheckResult["findings"], rest: object = {}) {
  const file = join(folder, "check.json");
  const result: CheckResult = { version: 1, label: "skills", skills: 1, findings, gone: 0, previews: [] };
  writeFileSync(file, JSON.stringify({ ...result, ...rest }));
  return commentVerb.run([file, "--head", head, "--quiet"]);
}

const said = (pull: number) => (github.comments.get(pull) ?? []).map(({ body }) => body);

test("one comment is written, kept up to date, and deleted when nothing is new", async () => {
  github.pulls.push(...Array.from({ length: 150 }, (_, at) => ({ number: at, head: { sha: "b" } })), {
    number: 512,
    head: { sha: head },
  });
  await comment([finding("first"), finding("old", { isNew: false })]);
  expect(said(512)).toEqual([expect.stringContaining("`first`")]);
  expect(said(512)[0]).not.toContain("old");
  await comment([finding("second")]);
  expect(said(512)).toEqual([expect.stringMatching(/^<!-- skillground:check -->\n# .*\n[\s\S]*`second`/)]);
  await comment([finding("second", { isNew: false })]);
  expect(said(512)).toEqual([]);
  await comment([]);
  expect(github.writes).toEqual(["POST issues/512/comments", "PATCH issues/comments/7", "DELETE issues/comments/7"]);
});

test("a comment in which somebody else wrote our mark is left alone", async () => {
  github.pulls.push({ number: 1, head: { sha: head } });
  github.comments.set(1, [
    { id: 3, body: `${commentMark} mine`, user: { type: "User" } },
    { id: 4, body: `${commentMark}`, user: null },
  ]);
  await comment([finding("x")]);
  await comment([]);
  expect(github.writes).toEqual(["POST issues/1/comments", "DELETE issues/comments/7"]);
  expect(said(1)).toHaveLength(2);
});

test("a commit that no open pull request ends with is said nothing of", async () => {
  github.pulls.push({ number: 1, head: { sha: "c".repeat(40) } });
  expect(await comment([finding("x")])).toBe(0);
  expect(github.writes).toEqual([]);
});

test("what a stranger's data says mentions nobody, links nowhere and is no markup", async () => {
  github.pulls.push({ number: 1, head: { sha: head } });
  const evil = "@acme/owners https://evil.example acme/other#1 <img src=x> ``` [a](b)\n::error::x";
  await comment([finding(evil, { path: evil, code: evil })], {
    label: evil,
    previews: [{ harness: evil, label: evil, passed: 1, judged: 2 }],
  });
  const [body = ""] = said(1);
  // No untrusted text stands outside of code, or on a line of its own.
  const outside = body.replace(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, "");
  expect(outside).not.toMatch(/@|evil|#1|<img/);
  expect(body).not.toMatch(/^::/m);
});

test("a comment is cut to what GitHub takes", async () => {
  github.pulls.push({ number: 1, head: { sha: head } });
  await comment(Array.from({ length: 99 }, () => finding("x".repeat(2000))));
  expect(said(1)[0]?.length).toBeLessThan(65_536);
});

test.each([
  ["something else", { version: 2 }],
  ["a commit that is none", { since: "x\n# injected" }],
  ["findings that are none", { findings: [{ code: 1 }] }],
])("a file with %s is refused, and nothing is asked of GitHub", async (_, rest) => {
  await expect(comment([], rest)).rejects.toThrow(/is not what check --format json writes/);
  writeFileSync(join(folder, "big.json"), " ".repeat(4_000_001));
  await expect(commentVerb.run([join(folder, "big.json"), "--head", head])).rejects.toThrow(/is not what check/);
});

test.each([
  [{ status: 500 }, /GitHub answered GET pulls\?\S+ with 500\.$/],
  [{ status: 302, headers: { location: "http://127.0.0.1:1/" } }, /GitHub did not answer GET pulls/],
  [{ status: 200, body: '{"number": 1}' }, /with something else than a list/],
  [{ status: 200, body: "<html>" }, /something else|not answer|JSON/],
])("an answer of GitHub's that is of no use is told in a sentence (%j)", async (answer, sentence) => {
  github.instead = answer;
  await expect(comment([finding("x")])).rejects.toThrow(sentence);
});

test("a token goes to no plain address, and no path is built of a name that is none", () => {
  const access = { address: "https://api.github.com", repository: "acme/skills", token: "secret" };
  expect(() => pullRequestsOf({ ...access, address: "http://api.github.com" })).toThrow("no https address");
  expect(() => pullRequestsOf({ ...access, repository: "acme/../x" })).toThrow("no owner/name");
  expect(() => pullRequestsOf(access)).not.toThrow();
});

test("a head that is no full commit id is refused", async () => {
  await expect(commentVerb.run(["x.json", "--head", "main"])).rejects.toThrow("full id of a commit");
});
