import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pathObjection } from "#lib/vfs/limits.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { formatLink, isPinned, linkObjection, parseLink, type WorkspaceLink, workspacePath } from "./link.ts";
import { unreadParts, withFile, withoutFile } from "./link-query.ts";
import { isLessonId, isRefName } from "./link-rules.ts";

const commit = "0123456789abcdef0123456789abcdef01234567";

function git(url: string, rest: Omit<GitSource, "kind" | "url"> = {}): GitSource {
  return { kind: "git", url, ...rest };
}

describe("the path of a source", () => {
  test.each<[string, GitSource]>([
    ["/gh/acme/skills", git("https://github.com/acme/skills")],
    ["/gh/acme/skills@v1.0", git("https://github.com/acme/skills", { ref: "v1.0" })],
    ["/gh/acme/skills@feature:pdf", git("https://github.com/acme/skills", { ref: "feature/pdf" })],
    ["/gh/acme/skills@pkg@1.0.0", git("https://github.com/acme/skills", { ref: "pkg@1.0.0" })],
    ["/gh/acme/skills/skills/pdf", git("https://github.com/acme/skills", { path: "skills/pdf" })],
    [
      "/gh/acme/skills@main/a%20b/SKILL.md",
      git("https://github.com/acme/skills", { ref: "main", path: "a b/SKILL.md" }),
    ],
    ["/gh/acme/skills@~/feature/pdf/docs", git("https://github.com/acme/skills", { refPath: "feature/pdf/docs" })],
    ["/gl/group/skills", git("https://gitlab.com/group/skills")],
    ["/gl/group/sub/skills/-/docs/pdf", git("https://gitlab.com/group/sub/skills", { path: "docs/pdf" })],
    ["/gl/group/sub/skills@v1/-/docs", git("https://gitlab.com/group/sub/skills", { ref: "v1", path: "docs" })],
    ["/cb/acme/skills", git("https://codeberg.org/acme/skills")],
    ["/bb/acme/skills", git("https://bitbucket.org/acme/skills")],
    [
      "/git/https%3A%2F%2Fgit.example.org%2Fa%2Fb@v1/docs",
      git("https://git.example.org/a/b", { ref: "v1", path: "docs" }),
    ],
    ["/git/https%3A%2F%2Fgit.example.org%2F~me%40home", git("https://git.example.org/~me@home")],
    ["/git/http%3A%2F%2F127.0.0.1%3A8080%2Fa", git("http://127.0.0.1:8080/a")],
    ["/git/http%3A%2F%2Fgit.intra%2Fa%2Fb", git("http://git.intra/a/b")],
  ])("%s", (path, source) => {
    expect(parseLink(path, "")).toEqual({ source });
    expect(workspacePath(source)).toBe(path);
  });

  test.each([
    ["/w/try/skills-101", { kind: "sample", sample: "skills-101", lesson: "" }],
    ["/w/try/skills-101/01-three-tiers", { kind: "sample", sample: "skills-101", lesson: "01-three-tiers" }],
    ["/w/gh/acme/skills@v1/01-a", git("https://github.com/acme/skills", { ref: "v1", lesson: "01-a" })],
    ["/w/gh/acme/skills/class/01-a", git("https://github.com/acme/skills", { path: "class", lesson: "01-a" })],
    ["/w/gl/group/skills/-/01-a", git("https://gitlab.com/group/skills", { lesson: "01-a" })],
  ] as const)("a lesson: %s", (path, source) => {
    expect(parseLink(path, "")).toEqual({ source });
    expect(workspacePath(source)).toBe(path);
  });

  test("a sample", () => {
    expect(parseLink("/try/first-look", "")).toEqual({ source: { kind: "sample", sample: "first-look" } });
    expect(workspacePath({ kind: "sample", sample: "first-look" })).toBe("/try/first-look");
  });

  test.each([
    ["/gh/acme/skills/", "/gh/acme/skills"],
    ["/gh/acme/skills.git@v1", "/gh/acme/skills@v1"],
    ["/gh/acme/skills%40v1", "/gh/acme/skills@v1"],
    ["/gl/group/skills@v1/docs", "/gl/group/skills@v1/-/docs"],
    ["/git/https%3A%2F%2Fgit.example.org%2Fa%2Fb.git@v1/docs", "/git/https%3A%2F%2Fgit.example.org%2Fa%2Fb@v1/docs"],
    ["/git/https%3A%2F%2Fgit.example.org%2Fa%2Fb.git%2F", "/git/https%3A%2F%2Fgit.example.org%2Fa%2Fb"],
  ])("%s is another way to write %s", (path, canonical) => {
    const link = parseLink(path, "");
    expect(link && workspacePath(link.source)).toBe(canonical);
  });

  test.each([
    "",
    "/",
    "/gh",
    "/gh/acme",
    "/gh//skills",
    "/gh/../skills",
    "/gh/ac%2Fme/skills",
    "/gh/acme/skills@",
    "/gh/acme/skills@a..b",
    "/gh/acme/skills@--upload-pack=x",
    "/gh/acme/skills@~",
    "/gh/acme/skills/../etc",
    "/gh/acme/skills/%2e%2e/etc",
    "/gh/acme/skills/.git/config",
    "/gh/acme/skills/a//b",
    "/gh/acme/skills/a%00b",
    "/gh/acme/%E0%A4%A",
    "/gh/acme/%zz",
    "/gl/skills",
    "/git/https%3A%2F%2Fuser%3Apass%40host%2Fa",
    "/git/ftp%3A%2F%2Fexample.org%2Fa",
    "/git/javascript%3Aalert(1)",
    "/git/file%3A%2F%2F%2Fetc%2Fpasswd",
    "/git/https%3A%2F%2Fhost%2Fa%3Fq",
    "/try/../secret",
    "/try/First",
    "/local/abc",
    "/v/gh/acme/skills",
    "/w",
    "/w/gh/acme",
    "/w/gh/acme/skills@~/main/a",
    "/w/w/gh/acme/skills/a",
    `/gh/acme/skills/${"a/".repeat(3000)}a`,
  ])("%s names none", (path) => {
    expect(parseLink(path, "")).toBeUndefined();
    expect(linkObjection(path, "")).toMatch(/^[a-z“].*[^.]$/);
  });

  test.each([
    ["/gh/acme", /owner and a repository/],
    ["/gh/acme/skills@a..b", /“a..b” cannot be a branch/],
    ["/gh/acme/skills@", /follows its @/],
    ["/gh/ac me/skills", /“ac me” cannot be the name/],
    ["/gh/acme/skills/%2e%2e/etc", /path is not accepted/],
    ["/gh/acme/%zz", /percent escape/],
    ["/gl/skills", /owner and a repository/],
    ["/git/https%3A%2F%2Fuser%3Apass%40host%2Fa", /without user name/],
    ["/try/First", /small letters/],
    ["/try/a/b", /only .* may follow/],
    ["/local/", /does not begin with/],
    [`/gh/acme/skills/${"a/".repeat(3000)}a`, /longer than 4,096/],
  ])("what is wrong with %s is told", (path, reason) => {
    expect(linkObjection(path, "")).toMatch(reason);
  });

  test("a source that only this browser has cannot be asked for one", () => {
    expect(() => workspacePath({ kind: "upload", name: "x" })).toThrow("no address");
  });
});

describe("the query", () => {
  const source = git("https://github.com/acme/skills");

  test("every part, readable", () => {
    const link: WorkspaceLink = {
      source,
      profile: "keen-code",
      compare: ["keen-code", "kodelet"],
      skill: "git:commit",
      file: { path: "skills/pdf/SKILL.md", line: 3, endLine: 9 },
      prompt: "/commit fix & go",
      off: ["pdf", "a,b"],
      view: "files",
      theme: "dark",
      embed: true,
      also: [git("https://codeberg.org/a/b", { ref: commit }), { kind: "sample", sample: "first-look" }],
      as: ["project", "install", "home"],
    };
    const [path, query] = formatLink(link).split("?");
    expect(query).toBe(
      `also=cb/a/b@${commit},try/first-look&as=project,install,home&` +
        "profile=keen-code&compare=keen-code,kodelet&skill=git:commit&file=skills/pdf/SKILL.md:L3-L9" +
        "&prompt=/commit%20fix%20%26%20go&off=pdf,a%252Cb&view=files&theme=dark&embed=1",
    );
    expect(parseLink(path ?? "", `?${query}`)).toEqual(link);
  });

  test("a source that asks for one skill shows it", () => {
    expect(formatLink({ source: { ...source, skill: "pdf" } })).toBe("/gh/acme/skills?skill=pdf");
  });

  test.each([
    ["?profile=../x", {}],
    ["?theme=<script>", {}],
    ["?view=everything", {}],
    ["?view=report&theme=auto", { view: "report", theme: "auto" }],
    ["?embed=yes", {}],
    ["?embed=1&embed=0", { embed: true }],
    ["?also=/etc,gh/acme,javascript:1", {}],
    ["?also=gh/a/b&also=try/x", { also: [git("https://github.com/a/b"), { kind: "sample", sample: "x" }] }],
    ["?as=project,elsewhere", { as: ["project"] }],
    ["?file=../../etc/passwd", {}],
    ["?file=a.md:L0", { file: { path: "a.md" } }],
    ["?file=a.md:L9-L3", { file: { path: "a.md", line: 9 } }],
    ["?file=a:b.md:L2", { file: { path: "a:b.md", line: 2 } }],
    ["?skill=a%0Ab", {}],
    ["?off=,,", {}],
    ["?unknown=1&skill=pdf", { skill: "pdf" }],
    ["?__proto__=1&constructor=2", {}],
  ])("%s", (search, expected) => {
    expect(parseLink("/gh/acme/skills", search)).toEqual({ source, ...expected });
  });

  test("a prompt is read whole or not at all", () => {
    const read = (length: number) => parseLink("/gh/acme/skills", `?prompt=${"界".repeat(length)}`)?.prompt?.length;
    expect(read(8000)).toBe(8000);
    expect(read(8001)).toBeUndefined();
  });
});

test("a prompt is read to the letter: what hides in it is shown before anything opens", () => {
  const prompt = parseLink("/gh/acme/skills", "?prompt=a%00b%1B%5B2Jc%E2%80%AE%F3%A0%81%81%0D%0A%20")?.prompt;
  expect(prompt).toBe("a\u0000b\u001b[2Jc\u202e\u{e0041}\r\n ");
  expect(parseLink("/gh/acme/skills", "?prompt=%FF%FE")?.prompt).toBe("\ufffd\ufffd");
});

test("the file that a link shows can be another one, and the rest stays as it is written", () => {
  const search = "?profile=keen&file=a.md:L3&prompt=a%20b";
  expect(withoutFile(search)).toBe("?profile=keen&prompt=a%20b");
  expect(withFile(search, { path: "b c.md", line: 1 })).toBe("?profile=keen&prompt=a%20b&file=b%20c.md:L1");
  expect([withoutFile(""), withoutFile("?file=a"), withFile("", undefined)]).toEqual(["", "", ""]);
  expect([withFile("", { path: "a" }), withFile("?file=b", { path: "a" })]).toEqual(["?file=a", "?file=a"]);
});

test("what a query asks for in no known way is named", () => {
  expect(unreadParts("?profile=../x&file=../../etc/passwd&theme=dark&unknown=1&view=yes")).toEqual([
    "profile",
    "file",
    "view",
  ]);
});

describe("any link", () => {
  const name = fc
    .stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,20}[A-Za-z0-9_]$/)
    .filter((text) => !text.endsWith(".git"));
  const text = fc.string({ unit: "binary", minLength: 1, maxLength: 40 });
  const treePath = fc
    .array(text, { minLength: 1, maxLength: 4 })
    .map((names) => names.join("/"))
    .filter((path) => !pathObjection(path));
  const id = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/);
  const skillName = text.filter((value) => !/\p{Cc}/u.test(value));
  const url = fc.oneof(
    fc.tuple(
      fc.constantFrom("github.com", "codeberg.org", "bitbucket.org", "gitlab.com", "git.example.org"),
      name,
      name,
    ),
    fc.tuple(fc.constantFrom("gitlab.com", "github.com", "git.example.org"), name, name, name),
  );
  const place = fc.oneof(
    fc.record({ ref: text.filter(isRefName), path: treePath }, { requiredKeys: [] }),
    fc.record({ refPath: treePath }),
  );
  const gitSource = fc.tuple(url, place).map(([parts, rest]) => git(`https://${parts.join("/")}`, rest));
  const lesson = fc.oneof(fc.constant(""), text.filter(isLessonId));
  const wholeSource = fc.oneof(
    gitSource.filter(({ refPath, path }) => refPath === undefined && path === undefined),
    id.map((sample) => ({ kind: "sample", sample }) as const),
  );
  const lessonSource = fc.oneof(
    fc.tuple(wholeSource, lesson).map(([source, name]) => ({ ...source, lesson: name })),
    // Without a lesson's name, the last part of its path would be taken for one.
    fc
      .tuple(
        gitSource.filter(({ refPath }) => refPath === undefined),
        text.filter(isLessonId),
      )
      .map(([source, name]) => ({ ...source, lesson: name })),
  );
  const line = fc.integer({ min: 1, max: 1_000_000 });
  const file = fc.oneof(
    fc.record({ path: treePath.filter((path) => !/:L\d+$/.test(path)) }),
    fc.record({ path: treePath, line }),
    fc.record({ path: treePath, line }).map((at) => ({ ...at, endLine: at.line + 3 })),
  );
  const source = fc.oneof(
    gitSource,
    id.map((sample) => ({ kind: "sample", sample }) as const),
  );
  const link: fc.Arbitrary<WorkspaceLink> = fc.record(
    {
      source: fc.oneof(source, lessonSource),
      also: fc.array(source, { minLength: 1, maxLength: 3 }),
      as: fc.array(fc.constantFrom("project" as const, "install" as const, "home" as const), {
        minLength: 1,
        maxLength: 3,
      }),
      profile: id,
      compare: fc.array(id, { minLength: 1, maxLength: 5 }),
      skill: skillName,
      file,
      prompt: fc.string({ unit: "binary", minLength: 1, maxLength: 200 }),
      off: fc.array(skillName, { minLength: 1, maxLength: 5 }),
      view: fc.constantFrom("skills", "skill", "files", "why", "compare", "chat", "report" as const),
      theme: fc.constantFrom("auto" as const, "light" as const, "dark" as const),
      embed: fc.constant(true as const),
    },
    { requiredKeys: ["source"] },
  );

  test("reads back as it was written, through a browser's own URL too", () => {
    fc.assert(
      fc.property(link, (written) => {
        const address = new URL(formatLink(written), "https://lab.example");
        expect(parseLink(address.pathname, address.search)).toEqual(written);
      }),
    );
  });

  test("hostile input is refused without an exception", () => {
    const path = fc.oneof(
      text,
      fc
        .tuple(fc.constantFrom("gh", "gl", "git", "try", "w/gh", "w/git", "w"), text)
        .map(([form, rest]) => `/${form}/${rest}`),
    );
    fc.assert(
      fc.property(path, text, (pathname, search) => {
        // An address either opens something, or there is a reason why not.
        expect(linkObjection(pathname, search) === undefined).toBe(parseLink(pathname, search) !== undefined);
      }),
    );
  });
});

test("only a full commit id or a sample is pinned", () => {
  expect(isPinned(git("https://github.com/a/b", { ref: commit }))).toBe(true);
  expect(isPinned(git("https://github.com/a/b", { ref: commit.slice(0, 12) }))).toBe(false);
  expect(isPinned(git("https://github.com/a/b", { ref: commit.toUpperCase() }))).toBe(false);
  expect(isPinned(git("https://github.com/a/b"))).toBe(false);
  expect(isPinned({ kind: "sample", sample: "first-look" })).toBe(true);
});
