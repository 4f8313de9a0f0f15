import { describe, expect, it } from "vitest";
import type { GitSource } from "#lib/vfs/source.ts";
import { isSkillText, parseSource } from "./parse-source.ts";

const acme = "https://github.com/acme/skills";
const sha = "0123456789abcdef0123456789abcdef01234567";

/** What is pasted, and the source it stands for (`kind` left out). */
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
  ["github:acme/skills#v1", { url: acme, ref: "v1" }],
  ["gitlab:acme/skills", { url: "https://gitlab.com/acme/skills" }],
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
  ["https://github.com/acme/skills/issues/3", { url: acme }],
  ["https://raw.githubusercontent.com/acme/skills/main/pdf/SKILL.md", { url: acme, refPath: "main/pdf/SKILL.md" }],
  ["https://raw.githubusercontent.com/acme/skills/refs/heads/main/SKILL.md", { url: acme, refPath: "main/SKILL.md" }],
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
  ["https://gitlab.com/g/skills/-/issues", { url: "https://gitlab.com/g/skills" }],
  // Gitea, Forgejo
  [
    "https://codeberg.org/acme/skills/src/branch/main/pdf",
    { url: "https://codeberg.org/acme/skills", refPath: "main/pdf" },
  ],
  ["https://codeberg.org/acme/skills/src/tag/v1", { url: "https://codeberg.org/acme/skills", refPath: "v1" }],
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
  ["https://gist.github.com/acme/0a1b2c", { url: "https://gist.github.com/acme/0a1b2c" }],
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
];

/** As above, with a note. */
const rewritten: typeof cases = [
  ["git@github.com:acme/skills.git", { url: acme }],
  ["git clone git@github.com:acme/skills.git", { url: acme }],
  ["ssh://git@gitlab.com:22/group/sub/skills.git", { url: "https://gitlab.com/group/sub/skills" }],
  ["git://git.example.org/skills.git", { url: "https://git.example.org/skills" }],
  ["https://me:secret@github.com/acme/skills", { url: acme }],
];

const unreadable = [
  "",
  "   ",
  "skills",
  "what is a skill?",
  "https://",
  "https://github.com",
  "https://github.com/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "acme/..",
  "acme/skills pdf",
  "git clone",
  "npx skills add --skill pdf",
  "https://github.com/acme/skills/tree/%zz",
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

  it.each(unreadable)("does not read %j", (text) => {
    expect(parseSource(text)).toEqual({ kind: "failure", failure: { code: "source-unreadable", text: text.trim() } });
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
