import { describe, expect, it } from "vitest";
import type { GitSource } from "#lib/vfs/source.ts";
import { isSkillText, parseSource } from "./parse-source.ts";

const acme = "https://github.com/acme/skills";
const gist = "https://gist.github.com/0a1b2c";
const sha = "0123456789abcdef0123456789abcdef01234567";

/** Pasted texts, and the source that each stands for (`kind` left out). */
const cases: readonly (readonly [string, Omit<GitSource, "kind">])[] = [
  // Shorthand
  ["acme/skills", { url: acme }],
  ["  acme/skills\n", { url: acme }],
  ["acme/skills.git", { url: acme }],
  ["acme/skills/", { url: acme }],
  ["acme/my.skills_v2", { url: "https://github.com/acme/my.skills_v2" }],
  ["acme/skills#v1.0", { url: acme, ref: "v1.0" }],
  ["acme/skills#feature/x", { url: acme, ref: "feature/x" }],
  ["acme/skills@pdf", { url: acme, skill: "pdf" }],
  ["acme/skills#v1@pdf", { url: acme, ref: "v1", skill: "pdf" }],
  ["acme/skills/skills/pdf", { url: acme, path: "skills/pdf" }],
  ["acme/skills/packages/@scope", { url: acme, path: "packages/@scope" }],
  ["acme/skills/packages/@scope/pdf@fill", { url: acme, path: "packages/@scope/pdf", skill: "fill" }],
  ["acme/skills/@scope/pdf#v1@fill", { url: acme, path: "@scope/pdf", ref: "v1", skill: "fill" }],
  ["github:acme/skills#v1", { url: acme, ref: "v1" }],
  ["gitlab:acme/skills", { url: "https://gitlab.com/acme/skills" }],
  ["gitlab:acme/sub/skills#v1@pdf", { url: "https://gitlab.com/acme/sub/skills", ref: "v1", skill: "pdf" }],
  ["codeberg:acme/skills@pdf", { url: "https://codeberg.org/acme/skills", skill: "pdf" }],
  ["acme/skills@pdf#v1", { url: acme, ref: "v1", skill: "pdf" }],
  // GitHub
  ["https://github.com/acme/skills", { url: acme }],
  ["https://github.com/acme/skills/", { url: acme }],
  ["https://github.com/acme/skills.git", { url: acme }],
  ["https://www.github.com/acme/skills", { url: acme }],
  ["HTTPS://GitHub.com/acme/skills", { url: acme }],
  ["github.com/acme/skills", { url: acme }],
  ["www.github.com/acme/skills.git", { url: acme }],
  ["`https://github.com/acme/skills`", { url: acme }],
  ["<https://github.com/acme/skills>", { url: acme }],
  ["https://github.com/acme/skills#readme", { url: acme }],
  ["https://github.com/acme/skills?tab=readme-ov-file#readme-ov-file", { url: acme }],
  ["https://github.com/acme/skills#v1.0", { url: acme, ref: "v1.0" }],
  ["https://github.com/acme/skills/tree/main", { url: acme, refPath: "main" }],
  ["https://github.com/acme/skills/tree/main/skills/pdf/", { url: acme, refPath: "main/skills/pdf" }],
  ["https://github.com/acme/skills/tree/feature/x/skills", { url: acme, refPath: "feature/x/skills" }],
  ["https://github.com/acme/skills/blob/main/pdf/SKILL.md#L3", { url: acme, refPath: "main/pdf/SKILL.md" }],
  ["https://github.com/acme/skills/blob/main/a%20b/SKILL.md?plain=1", { url: acme, refPath: "main/a b/SKILL.md" }],
  [`https://github.com/acme/skills/commit/${sha}`, { url: acme, ref: sha }],
  ["https://github.com/acme/skills/releases/tag/v1.0", { url: acme, ref: "v1.0" }],
  ["https://github.com/acme/skills/issues/3#issuecomment-12", { url: acme }],
  ["https://github.com/acme/skills/commit/0123abc", { url: acme, ref: "0123abc" }],
  ["https://github.com/acme/skills/commits/main/pdf", { url: acme, refPath: "main/pdf" }],
  ["https://github.com/acme/skills/tree/feature%2Fx/skills", { url: acme, refPath: "feature/x/skills" }],
  ["https://github.com/acme/skills/tree/refs/tags/v1/pdf", { url: acme, refPath: "refs/tags/v1/pdf" }],
  [
    "https://github.com/acme/skills/raw/refs/heads/main/pdf/SKILL.md",
    { url: acme, refPath: "refs/heads/main/pdf/SKILL.md" },
  ],
  ["https://github.com/acme/skills/pull/12/files", { url: acme, ref: "refs/pull/12/head" }],
  ["https://github.com/acme/skills/archive/refs/heads/feature/x.zip", { url: acme, ref: "feature/x" }],
  ["https://github.com/acme/skills/archive/refs/tags/v1.0.tar.gz", { url: acme, ref: "refs/tags/v1.0" }],
  ["https://codeload.github.com/acme/skills/tar.gz/refs/heads/main", { url: acme, ref: "main" }],
  ["https://github.com/acme/skills@pdf", { url: acme, skill: "pdf" }],
  ["https://github.com/acme/skills.git#installation", { url: acme, ref: "installation" }],
  ["https://github.com/acme/skills#main", { url: acme, ref: "main" }],
  ["[the skills](https://github.com/acme/skills)", { url: acme }],
  ["(https://github.com/acme/skills).", { url: acme }],
  ["https://github.com/acme/skills,", { url: acme }],
  [
    "https://github.example.com/acme/skills/blob/main/SKILL.md",
    { url: "https://github.example.com/acme/skills", refPath: "main/SKILL.md" },
  ],
  ["https://raw.githubusercontent.com/acme/skills/main/pdf/SKILL.md", { url: acme, refPath: "main/pdf/SKILL.md" }],
  [
    "https://raw.githubusercontent.com/acme/skills/refs/heads/main/SKILL.md",
    { url: acme, refPath: "refs/heads/main/SKILL.md" },
  ],
  // Sites about repositories on GitHub
  ["https://skills.sh/acme/skills", { url: acme }],
  ["https://www.skills.sh/acme/skills/pdf", { url: acme, skill: "pdf" }],
  ["skills.sh/acme/skills/pdf%20forms", { url: acme, skill: "pdf forms" }],
  ["https://github.dev/acme/skills", { url: acme }],
  ["github.dev/acme/skills/blob/main/pdf/SKILL.md", { url: acme, refPath: "main/pdf/SKILL.md" }],
  ["https://vscode.dev/github/acme/skills", { url: acme }],
  ["https://vscode.dev/github/acme/skills/tree/main/pdf", { url: acme, refPath: "main/pdf" }],
  ["https://insiders.vscode.dev/github/acme/skills/pull/3", { url: acme }],
  ["https://raw.githack.com/acme/skills/main/pdf/SKILL.md", { url: acme, refPath: "main/pdf/SKILL.md" }],
  [`https://rawcdn.githack.com/acme/skills/${sha}/SKILL.md`, { url: acme, refPath: `${sha}/SKILL.md` }],
  ["https://cdn.jsdelivr.net/gh/acme/skills@v1/pdf/SKILL.md", { url: acme, refPath: "v1/pdf/SKILL.md" }],
  ["https://cdn.jsdelivr.net/gh/acme/skills/pdf/SKILL.md", { url: acme, path: "pdf/SKILL.md" }],
  ["https://cdn.jsdelivr.net/gh/acme/skills@latest/pdf/", { url: acme, path: "pdf" }],
  ["https://cdn.statically.io/gh/acme/skills/main/pdf/SKILL.md", { url: acme, refPath: "main/pdf/SKILL.md" }],
  ["https://cdn.statically.io/gh/acme/skills@v1/SKILL.md", { url: acme, refPath: "v1/SKILL.md" }],
  // GitLab
  ["https://gitlab.com/group/sub/skills", { url: "https://gitlab.com/group/sub/skills" }],
  [
    "https://gitlab.com/group/sub/skills/-/tree/main/pdf?ref_type=heads",
    { url: "https://gitlab.com/group/sub/skills", refPath: "main/pdf" },
  ],
  [
    "https://gitlab.example.org/g/skills/-/blob/v1/SKILL.md",
    { url: "https://gitlab.example.org/g/skills", refPath: "v1/SKILL.md" },
  ],
  [`https://gitlab.com/g/skills/-/commit/${sha}`, { url: "https://gitlab.com/g/skills", ref: sha }],
  ["https://gitlab.com/g/skills/-/tags/v1", { url: "https://gitlab.com/g/skills", ref: "v1" }],
  ["https://gitlab.com/g/skills/-/issues#note_1", { url: "https://gitlab.com/g/skills" }],
  [
    "https://gitlab.com/g/sub/skills/-/raw/main/pdf/SKILL.md?inline=false",
    { url: "https://gitlab.com/g/sub/skills", refPath: "main/pdf/SKILL.md" },
  ],
  [
    "https://gitlab.com/g/skills/-/tree/v1/pdf?ref_type=tags",
    { url: "https://gitlab.com/g/skills", refPath: "refs/tags/v1/pdf" },
  ],
  ["https://gitlab.com/g/skills/-/archive/v1/skills-v1.tar.gz", { url: "https://gitlab.com/g/skills", ref: "v1" }],
  [
    "https://gitlab.com/g/skills/-/merge_requests/7/diffs",
    { url: "https://gitlab.com/g/skills", ref: "refs/merge-requests/7/head" },
  ],
  // Gitea, Forgejo
  [
    "https://codeberg.org/acme/skills/src/branch/main/pdf",
    { url: "https://codeberg.org/acme/skills", refPath: "main/pdf" },
  ],
  ["https://codeberg.org/acme/skills/src/tag/v1", { url: "https://codeberg.org/acme/skills", refPath: "refs/tags/v1" }],
  [
    "https://codeberg.org/acme/skills/raw/branch/main/pdf/SKILL.md",
    { url: "https://codeberg.org/acme/skills", refPath: "main/pdf/SKILL.md" },
  ],
  [
    "https://codeberg.org/acme/skills/raw/main/SKILL.md",
    { url: "https://codeberg.org/acme/skills", refPath: "main/SKILL.md" },
  ],
  [
    `https://git.example.org/acme/skills/src/commit/${sha}/pdf`,
    { url: "https://git.example.org/acme/skills", refPath: `${sha}/pdf` },
  ],
  [`https://codeberg.org/acme/skills/commit/${sha}`, { url: "https://codeberg.org/acme/skills", ref: sha }],
  // Bitbucket
  ["https://bitbucket.org/acme/skills", { url: "https://bitbucket.org/acme/skills" }],
  ["https://bitbucket.org/acme/skills/src/main/pdf", { url: "https://bitbucket.org/acme/skills", refPath: "main/pdf" }],
  ["https://bitbucket.org/acme/skills/branch/a/b", { url: "https://bitbucket.org/acme/skills", ref: "a/b" }],
  // Any other git server
  ["https://git.example.org/deep/er/skills.git", { url: "https://git.example.org/deep/er/skills" }],
  ["https://git.example.org/skills.git#v1", { url: "https://git.example.org/skills", ref: "v1" }],
  ["git.example.org/acme/skills", { url: "https://git.example.org/acme/skills" }],
  ["https://git.example.org:8443/skills", { url: "https://git.example.org:8443/skills" }],
  ["http://127.0.0.1:4180/acme/skills.git", { url: "http://127.0.0.1:4180/acme/skills" }],
  // Gists
  ["https://gist.github.com/acme/0a1b2c", { url: gist }],
  ["https://gist.github.com/0a1b2c", { url: gist }],
  ["https://gist.github.com/acme/0a1b2c#file-skill-md", { url: gist }],
  [`https://gist.github.com/acme/0a1b2c/${sha}`, { url: gist, ref: sha }],
  ["https://gist.github.com/acme/0a1b2c/revisions", { url: gist }],
  ["https://gist.github.com/acme/0a1b2c/raw/SKILL.md", { url: gist }],
  [`https://gist.githubusercontent.com/acme/0a1b2c/raw/${sha}/SKILL.md`, { url: gist, ref: sha }],
  ["https://gist.githubusercontent.com/acme/0a1b2c/raw/SKILL.md", { url: gist }],
  ["https://gist.github.com/0a1b2c.git", { url: gist }],
  ["gist:0a1b2c", { url: gist }],
  ["git clone https://gist.github.com/0a1b2c.git", { url: gist }],
  ["git+https://github.com/acme/skills.git", { url: acme }],
  // Commands
  ["npx skills add acme/skills", { url: acme }],
  ["$ npx -y skills@latest add acme/skills --skill pdf -a claude-code", { url: acme, skill: "pdf" }],
  ["npx skills add https://github.com/acme/skills --skill=pdf", { url: acme, skill: "pdf" }],
  ["npx skills add acme/skills@pdf -g -y", { url: acme, skill: "pdf" }],
  ["gh skill install acme/skills pdf@v1.2", { url: acme, skill: "pdf", ref: "v1.2" }],
  ["gh skill install acme/skills pdf --pin v1", { url: acme, skill: "pdf", ref: "v1" }],
  ["/plugin marketplace add acme/skills", { url: acme }],
  ["claude plugin marketplace add https://github.com/acme/skills.git#v1", { url: acme, ref: "v1" }],
  ["git clone https://github.com/acme/skills.git", { url: acme }],
  ["git clone --depth 1 -b v1 'https://github.com/acme/skills' there", { url: acme, ref: "v1" }],
  ["git clone https://github.com/acme/skills && cd skills", { url: acme }],
  ["git clone https://github.com/acme/skills\ncd skills", { url: acme }],
  ["git clone --branch=v1 --filter=blob:none https://github.com/acme/skills", { url: acme, ref: "v1" }],
  ["mkdir -p ~/.claude/skills && git clone https://github.com/acme/skills ~/.claude/skills/x", { url: acme }],
  ["# Install\n$ git clone \\\n  https://github.com/acme/skills", { url: acme }],
  ["> npx skills add acme/skills", { url: acme }],
  ["`npx skills add acme/skills`", { url: acme }],
  ["!git clone https://github.com/acme/skills", { url: acme }],
  ["gh repo clone acme/skills -- --depth 1", { url: acme }],
  ["git submodule add https://github.com/acme/skills vendor/skills", { url: acme }],
  ["npx skills add acme/skills --skill pdf --skill csv", { url: acme, skill: "pdf", skills: ["pdf", "csv"] }],
  ["npx skills add acme/skills --skill pdf csv -y", { url: acme, skill: "pdf", skills: ["pdf", "csv"] }],
  ["npx skills add acme/skills --skill '*' --agent claude-code", { url: acme }],
  ["npx skills add acme/skills --all", { url: acme }],
  ["npx openskills install acme/skills", { url: acme }],
  ["skills add acme/skills", { url: acme }],
  ["gh skill install acme/skills", { url: acme }],
  ["gh skill install acme/skills pdf", { url: acme, skill: "pdf" }],
  ["/plugin install pdf@acme/skills", { url: acme, skill: "pdf" }],
  ["claude plugin install pdf@acme/skills --scope user", { url: acme, skill: "pdf" }],
  ["copilot plugin install acme/skills", { url: acme }],
  ["/plugin marketplace add acme/skills\n/plugin install documents@acme-skills", { url: acme, skill: "documents" }],
  ["/plugin marketplace add https://gitlab.com/acme/skills.git", { url: "https://gitlab.com/acme/skills" }],
  ["gemini skills install https://github.com/acme/skills --path skills/pdf", { url: acme, path: "skills/pdf" }],
];

/** Addresses that are read with a note. */
const rewritten: typeof cases = [
  ["git@github.com:acme/skills.git", { url: acme }],
  ["git clone git@github.com:acme/skills.git", { url: acme }],
  ["ssh://git@gitlab.com:22/group/sub/skills.git", { url: "https://gitlab.com/group/sub/skills" }],
  ["git://git.example.org/skills.git", { url: "https://git.example.org/skills" }],
  ["ssh://git@ssh.github.com:443/acme/skills.git", { url: acme }],
  ["git@gist.github.com:0a1b2c.git", { url: gist }],
  ["npx skills add git@github.com:acme/skills.git --skill pdf", { url: acme, skill: "pdf" }],
  ["https://me:secret@github.com/acme/skills", { url: acme }],
  ["https://github.com/acme/skills#installation", { url: acme }],
];

/** Pasted texts, and what each is instead of a source. */
const unreadable: readonly (readonly string[])[] = [
  [""],
  ["   "],
  ["skills"],
  ["what is a skill?"],
  ["javascript:alert(1)"],
  ["acme/.."],
  ["acme/skills pdf"],
  ["git clone"],
  ["npx skills add --skill pdf"],
  ["https://github.com/acme/skills/tree/%zz"],
  ["https://"],
  ["# Just a heading\n\nand text"],
  ["https://github.com", "no-repository"],
  ["https://github.com/", "no-repository"],
  ["https://github.com/acme", "no-repository"],
  ["https://gitlab.com/acme", "no-repository"],
  ["https://gist.github.com/acme", "no-repository"],
  ["https://skills.sh/trending", "no-repository"],
  ["https://skills.sh/docs/faq"],
  ["https://cdn.jsdelivr.net/npm/react@19/index.js"],
  ["https://vscode.dev/azurerepos/acme/skills"],
  ["file:///etc/passwd", "own-computer"],
  ["./skills/pdf", "own-computer"],
  ["~/.claude/skills", "own-computer"],
  ["/home/me/skills", "own-computer"],
  ["C:\\Users\\me\\skills", "own-computer"],
  ["/plugin marketplace add ./skills", "own-computer"],
  ["/plugin install pdf@acme-skills", "marketplace-name"],
  ["claude plugin install pdf", "marketplace-name"],
  ["https://example.org/files/pack.zip", "loose-file"],
  ["https://example.org/SKILL.md", "loose-file"],
  ["https://github.com/acme/skills/releases/download/v1/pdf.skill", "loose-file"],
];

describe("parseSource", () => {
  it.each(cases)("reads %s", (text, source) => {
    expect(parseSource(text)).toEqual({ kind: "source", source: { kind: "git", ...source } });
  });

  it.each(rewritten)("reads %s and says what it changed", (text, source) => {
    expect(parseSource(text)).toEqual({
      kind: "source",
      source: { kind: "git", ...source },
      note: expect.stringMatching(/\.$/),
    });
  });

  it.each(unreadable)("does not read %j", (text = "", reason) => {
    expect(parseSource(text)).toEqual({
      kind: "failure",
      failure: { code: "source-unreadable", text: text.trim(), ...(reason && { reason }) },
    });
  });

  it("never keeps a password", () => {
    expect(JSON.stringify(parseSource("https://me:secret@github.com/acme/skills"))).not.toContain("secret");
  });

  it("takes the text of a SKILL.md as a source of its own", () => {
    const text = "---\nname: pdf\ndescription: Reads PDFs.\n---\nDo it.";
    expect(isSkillText(text)).toBe(true);
    expect(parseSource(text)).toEqual({ kind: "source", source: { kind: "text", name: "pdf" } });
    expect(isSkillText("--- not frontmatter")).toBe(false);
  });
});

it.each([" ", ":", ".", ";"])("a long run of %j in a line is no address, and is read at once", (sign) => {
  expect(parseSource(`a${sign.repeat(300_000)}b`)).toMatchObject({ kind: "failure" });
  expect(parseSource(`a${sign.repeat(300_000)}b\nhttps://github.com/acme/skills`)).toMatchObject({ kind: "source" });
});
