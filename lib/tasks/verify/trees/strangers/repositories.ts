import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const s = (name: string, description = `${name} skill`, more = "", body = `Body of ${name}.`) =>
  usualSkill(name, description, body, more);
const git = (at: string) => ({
  [`${at}/.git/HEAD`]: "ref: refs/heads/main\n",
  [`${at}/.git/objects/`]: "",
  [`${at}/.git/refs/heads/`]: "",
});
const claude = { only: ["claude-code"] } as const;
function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return { only: ["claude-code", "codex"], name: `strangers-repo-${name}`, why, files, ...more };
}
const many = (root: string, count: number, words: (index: number) => string) =>
  skillsIn(
    root,
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `s${String(i).padStart(3, "0")}`,
        s(`s${String(i).padStart(3, "0")}`, words(i)),
      ]),
    ),
  );

/** Repositories as strangers write them: monorepos, worktrees, links, catalogs that are too long. */
export const strangerRepositoryTrees: readonly Tree[] = [
  tree(
    "monorepo",
    "a monorepo with skills at three levels, started in the middle",
    {
      ...git("app"),
      ...skillsIn("{project}", { deploy: s("deploy", "root deploy"), lint: s("lint") }),
      ...skillsIn("app/packages/web/{folder}", { deploy: s("deploy", "web deploy"), story: s("story") }),
      ...skillsIn("app/packages/api/{folder}", { migrate: s("migrate") }),
      "app/packages/web/src/a.ts": "",
      "app/packages/api/src/b.ts": "",
    },
    {
      cwd: "app/packages/web",
      reads: ["app/packages/api/src/b.ts"],
      calls: [["deploy"], ["migrate"], ["packages/api:migrate"]],
    },
  ),
  tree(
    "monorepo-root",
    "the same, started in the root, files of both packages are read",
    {
      ...git("app"),
      ...skillsIn("{project}", { deploy: s("deploy", "root deploy") }),
      ...skillsIn("app/packages/web/{folder}", {
        deploy: s("deploy", "web deploy"),
        story: s("story", "Story", "when_to_use: For stories"),
      }),
      ...skillsIn("app/packages/api/{folder}", { deploy: s("deploy", "api deploy"), story: s("story", "api story") }),
      "app/packages/web/src/a.ts": "x",
      "app/packages/api/src/b.ts": "y",
    },
    {
      reads: ["app/packages/web/src/a.ts", "app/packages/api/src/b.ts"],
      calls: [["deploy"], ["story"], ["packages/web:deploy"], ["packages/api:story"]],
    },
  ),
  tree(
    "monorepo-hidden",
    "nested skills with flags, files are read",
    {
      ...skillsIn("{project}", { a: s("a") }),
      ...skillsIn("app/libs/x/{folder}", {
        hidden: s("hidden", "H", "user-invocable: false"),
        manual: s("manual", "M", "disable-model-invocation: true"),
        a: s("a", "x's a", "disable-model-invocation: true"),
      }),
      "app/libs/x/f.ts": "",
    },
    { ...claude, reads: ["app/libs/x/f.ts"], calls: [["hidden"], ["manual"], ["a"], ["libs/x:a"]] },
  ),
  tree(
    "nested-commands",
    "commands in a nested folder and skills there",
    {
      ...skillsIn("app/pkg/.claude/skills", { inner: s("inner") }),
      "app/pkg/.claude/commands/build.md": "---\ndescription: Nested build\n---\nBuild\n",
      "app/.claude/commands/build.md": "Build at the root.\n",
      "app/pkg/f.ts": "",
    },
    { ...claude, reads: ["app/pkg/f.ts"], calls: [["build"], ["inner"], ["pkg:inner"]] },
  ),
  tree(
    "all-kinds",
    "skills, commands and agents beside each other with one name",
    {
      "{project}/review/SKILL.md": s("review", "The skill"),
      "{own}/commands/review.md": "---\ndescription: The command\n---\nCommand body $ARGUMENTS\n",
      "{own}/agents/review.md": "---\nname: review\ndescription: The agent\n---\nAgent\n",
      "app/CLAUDE.md": "# Rules\n",
      "app/AGENTS.md": "# Rules\n",
    },
    { line: "/review x" },
  ),
  tree(
    "all-kinds-call",
    "the same, called, with frontmatter in another name",
    {
      "{project}/review/SKILL.md": s("Review", "The skill"),
      "{own}/commands/review.md": "Command body $ARGUMENTS\n",
      "{own}/commands/Review.md": "Other\n",
      "{own}/commands/git/review.md": "---\ndescription: Deep\n---\nDeep\n",
      "home/{own}/commands/git/review.md": "Home deep\n",
    },
    { ...claude, calls: [["review"], ["Review"], ["git:review"], ["git/review"]] },
  ),
  tree(
    "three-roots",
    "the same names in .claude, .agents and .codex",
    {
      ...skillsIn("app/.claude/skills", { one: s("one", "claude one"), two: s("two", "claude two") }),
      ...skillsIn("app/.agents/skills", { one: s("one", "agents one"), three: s("three") }),
      ...skillsIn("app/.codex/skills", { one: s("one", "codex one"), four: s("four") }),
      ...skillsIn("home/.agents/skills", { one: s("one", "home agents one") }),
      ...skillsIn("home/.codex/skills", { two: s("two", "home codex two") }),
      ...skillsIn("home/.claude/skills", { one: s("one", "home claude one"), five: s("five") }),
    },
    { line: "/one x" },
  ),
  tree(
    "linked-roots",
    ".claude/skills is a link to .agents/skills",
    skillsIn("app/.agents/skills", { one: s("one"), two: s("two", "Two", "user-invocable: false") }),
    { links: { "app/.claude/skills": "../.agents/skills" }, line: "/one x" },
  ),
  tree(
    "linked-roots-up",
    ".agents/skills is a link to a folder in the repository",
    skillsIn("app/skills", { one: s("one"), two: s("two") }),
    {
      links: { "app/.agents/skills": "../skills", "app/.claude/skills": "../skills" },
      line: "/two x",
      calls: [["one"]],
    },
  ),
  tree(
    "linked-each",
    "each skill is a link, one dead, one to a file, one doubled",
    { ...skillsIn("shared", { one: s("one"), two: s("two") }), "{project}/real/SKILL.md": s("real") },
    {
      links: {
        "{project}/one": "{world}/shared/one",
        "{project}/again": "{world}/shared/one",
        "{project}/dead": "{world}/shared/none",
        "{project}/file": "{world}/shared/two/SKILL.md",
      },
      calls: [["one"], ["again"], ["real"]],
    },
  ),
  tree(
    "linked-home",
    "home and project link to the same folder",
    skillsIn("shared", { one: s("one"), two: s("two") }),
    { links: { "{project}": "{world}/shared", "{home}": "{world}/shared" }, line: "/one" },
  ),
  tree(
    "linked-file",
    "SKILL.md is a link to a README",
    {
      "app/README.md": s("linked", "From README"),
      "{project}/plain/SKILL.md": s("plain"),
      "{project}/linked/notes.md": "n",
    },
    { links: { "{project}/linked/SKILL.md": "../../../README.md" }, line: "/linked" },
  ),
  tree(
    "root-file",
    "SKILL.md in the root of the repository and of the skills folder",
    { "app/SKILL.md": s("root"), "{project}/SKILL.md": s("inroot"), "{project}/ok/SKILL.md": s("ok") },
    { calls: [["root"], ["inroot"], ["skills"], ["ok"]] },
  ),
  tree(
    "file-names",
    "other names of the file",
    {
      "{project}/lower/skill.md": s("lower"),
      "{project}/title/Skill.md": s("title"),
      "{project}/readme/README.md": s("readme"),
      "{project}/txt/SKILL.txt": s("txt"),
      "{project}/ext/SKILL.MD": s("ext"),
      "{project}/flat.md": s("flat"),
      "{project}/ok/SKILL.md": s("ok"),
    },
    { calls: [["lower"], ["flat"], ["ok"]] },
  ),
  tree(
    "nested-skills",
    "skills in skills and in groups",
    {
      "{project}/a/SKILL.md": s("a"),
      "{project}/a/b/SKILL.md": s("b"),
      "{project}/a/skills/c/SKILL.md": s("c"),
      "{project}/group/d/SKILL.md": s("d"),
      "{project}/group/sub/e/SKILL.md": s("e"),
      "{project}/g1/g2/g3/g4/SKILL.md": s("g4"),
    },
    { calls: [["b"], ["d"], ["group:d"], ["g4"]] },
  ),
  tree("hidden-folders", "hidden folders and usual junk", {
    "{project}/.hidden/SKILL.md": s("hidden"),
    "{project}/.git/SKILL.md": s("git"),
    "{project}/node_modules/x/SKILL.md": s("x"),
    "{project}/__pycache__/SKILL.md": s("cache"),
    "{project}/_private/SKILL.md": s("_private"),
    "{project}/ok/SKILL.md": s("ok"),
    "{project}/.DS_Store": "x",
    "{project}/README.md": "# Skills\n",
  }),
  tree(
    "long-catalog",
    "60 skills of 200 characters",
    many("{project}", 60, (i) => `Skill number ${i} ${"that does a thing ".repeat(11)}`),
    { calls: [["s059"]] },
  ),
  tree(
    "long-catalog-two",
    "90 skills in both scopes, some hidden",
    {
      ...many("{project}", 45, (i) => `Project ${i} ${"words ".repeat(20)}`),
      ...many("{home}", 45, (i) => `Home ${i} ${"words ".repeat(20)}`),
      "{project}/s050/SKILL.md": s("s050", "Manual", "disable-model-invocation: true"),
    },
    { calls: [["s044"]] },
  ),
  tree(
    "long-catalog-300",
    "300 short skills",
    many("{project}", 300, (i) => `Does ${i}.`),
  ),
  tree(
    "long-names",
    "names of 64, 65 and 100 characters",
    skillsIn("{project}", {
      ["a".repeat(64)]: s("a".repeat(64)),
      ["b".repeat(65)]: s("b".repeat(65)),
      ["c".repeat(100)]: s("c".repeat(100)),
      short: s("d".repeat(90)),
    }),
    { calls: [["a".repeat(64)], ["b".repeat(65)]] },
  ),
  tree(
    "wide-catalog",
    "descriptions of wide characters over the budget",
    many("{project}", 40, (i) => `技能 ${i} ${"做一件事情。".repeat(30)}`),
  ),
  tree(
    "budget-usage",
    "over the budget with counts of uses",
    {
      ...many("{home}", 30, (i) => `Text ${i} ${"lorem ipsum ".repeat(15)}`),
      "home/.claude.json": JSON.stringify({
        skillUsage: { s003: { usageCount: 9, lastUsedAt: 1795478400000 }, s010: { usageCount: 1, lastUsedAt: 1 } },
      }),
    },
    claude,
  ),
  tree(
    "budget-commands",
    "commands and skills over the budget",
    {
      ...many("{project}", 20, (i) => `Text ${i} ${"lorem ipsum ".repeat(12)}`),
      ...below(
        "{own}/commands",
        Object.fromEntries(
          Array.from({ length: 20 }, (_, i) => [
            `c${i}.md`,
            `---\ndescription: Command ${i} ${"dolor sit ".repeat(12)}\n---\nB\n`,
          ]),
        ),
      ),
    },
    claude,
  ),
  tree(
    "subfolder",
    "started in a subfolder without skills, the repository has some above",
    { ...git("app"), ...skillsIn("{project}", { a: s("a") }), "app/src/deep/er/x.ts": "" },
    { cwd: "app/src/deep/er", line: "/a x" },
  ),
  tree(
    "no-git",
    "started in a subfolder without a repository",
    { ...skillsIn("{project}", { a: s("a") }), "app/src/x.ts": "" },
    { cwd: "app/src", line: "/a x" },
  ),
  tree(
    "home-start",
    "started in the home folder",
    { ...skillsIn("{home}", { h: s("h") }), ...skillsIn("home/work/{folder}", { w: s("w") }), "home/work/x.ts": "" },
    { cwd: "home", reads: ["home/work/x.ts"], calls: [["w"]] },
  ),
  tree(
    "below-home",
    "a project below home, with home's skills on the way",
    {
      ...skillsIn("{home}", { h: s("h") }),
      ...skillsIn("home/work/p/{folder}", { p: s("p"), h: s("h", "p's h") }),
      ...git("home/work/p"),
    },
    { cwd: "home/work/p", line: "/h x" },
  ),
  tree(
    "equal-names",
    "equal names in home and project, with flags",
    {
      ...skillsIn("{home}", {
        a: s("a", "home a"),
        b: s("b", "home b", "disable-model-invocation: true"),
        c: s("c", "home c"),
      }),
      ...skillsIn("{project}", {
        a: s("a", "project a", "user-invocable: false"),
        b: s("b", "project b"),
        c: s("c", "project c", "disable-model-invocation: true"),
      }),
    },
    { calls: [["a"], ["b"], ["c"]] },
  ),
  tree(
    "equal-names-typed",
    "the same, typed",
    {
      ...skillsIn("{home}", { a: s("a", "home a"), b: s("b", "home b") }),
      ...skillsIn("{project}", { a: s("a", "project a", "user-invocable: false"), b: s("b", "project b") }),
    },
    { line: "/a x" },
  ),
  tree(
    "equal-by-name",
    "two folders in one root with one name",
    skillsIn("{project}", { first: s("same", "first"), second: s("same", "second"), same: s("third", "third") }),
    { calls: [["same"], ["first"], ["third"]] },
  ),
  tree("worktree-own", "a worktree with its own skills", {
    ...skillsIn("{project}", { a: s("a") }),
    ...skillsIn("main/{folder}", { m: s("m") }),
    "main/.git/HEAD": "ref: refs/heads/main\n",
    "main/.git/objects/": "",
    "main/.git/worktrees/app/HEAD": "x\n",
    "main/.git/worktrees/app/commondir": "../..\n",
    "app/.git": "gitdir: {world}/main/.git/worktrees/app\n",
  }),
  tree("worktree-none", "a worktree without own skills", {
    ...skillsIn("main/{folder}", { m: s("m") }),
    "main/.git/HEAD": "ref: refs/heads/main\n",
    "main/.git/objects/": "",
    "main/.git/refs/heads/": "",
    "main/.git/worktrees/app/HEAD": "ref: refs/heads/x\n",
    "main/.git/worktrees/app/commondir": "../..\n",
    "main/.git/worktrees/app/gitdir": "{world}/app/.git\n",
    "app/.git": "gitdir: {world}/main/.git/worktrees/app\n",
  }),
  tree(
    "submodule",
    "a submodule with skills in a repository with skills",
    {
      ...git("app"),
      ...skillsIn("{project}", { a: s("a") }),
      ...skillsIn("app/vendor/sub/{folder}", { v: s("v") }),
      "app/vendor/sub/.git": "gitdir: ../../.git/modules/sub\n",
      "app/.git/modules/sub/HEAD": "ref: refs/heads/main\n",
      "app/vendor/sub/x.ts": "",
    },
    { cwd: "app/vendor/sub", line: "/a x" },
  ),
  tree(
    "submodule-read",
    "the same from above, a file in it is read",
    {
      ...git("app"),
      ...skillsIn("{project}", { a: s("a") }),
      ...skillsIn("app/vendor/sub/{folder}", { v: s("v") }),
      "app/vendor/sub/.git": "gitdir: ../../.git/modules/sub\n",
      "app/vendor/sub/x.ts": "",
    },
    { reads: ["app/vendor/sub/x.ts"], calls: [["v"]] },
  ),
  tree(
    "ignored",
    "skills that git ignores, below and above",
    {
      ...git("app"),
      "app/.gitignore": ".claude/\n.agents/\npkg/dist\n",
      ...skillsIn("{project}", { a: s("a") }),
      ...skillsIn("app/pkg/dist/{folder}", { d: s("d") }),
      "app/pkg/dist/x.ts": "",
    },
    { reads: ["app/pkg/dist/x.ts"], calls: [["d"]] },
  ),
  tree(
    "plugin-repo",
    "a repository that is a marketplace, as it lies",
    {
      ...git("app"),
      "app/.claude-plugin/marketplace.json": JSON.stringify({
        name: "mk",
        owner: { name: "x" },
        plugins: [{ name: "p", source: "./plugins/p" }],
      }),
      "app/plugins/p/.claude-plugin/plugin.json": '{"name":"p","version":"1.0.0"}',
      ...skillsIn("app/plugins/p/skills", { ps: s("ps") }),
      "app/plugins/p/commands/pc.md": "P\n",
      ...skillsIn("{project}", { own: s("own") }),
    },
    { calls: [["ps"], ["p:ps"], ["own"]] },
  ),
  tree(
    "skills-folder",
    "a repository with skills/ alone, nothing in a harness's folder",
    { ...git("app"), ...skillsIn("app/skills", { a: s("a"), b: s("b") }), "app/skills/README.md": "x" },
    { line: "/a" },
  ),
  tree(
    "paths",
    "skills for paths, files are read",
    {
      ...skillsIn("{project}", {
        ts: s("ts", "For TS", 'paths: "**/*.ts"'),
        docs: s("docs", "For docs", "paths:\n  - docs/**\n  - '*.md'"),
        both: s("both", "Both", "paths: src/**, test/**\ndisable-model-invocation: true"),
        always: s("always"),
      }),
      "app/src/a.ts": "",
      "app/docs/b.md": "",
    },
    { ...claude, reads: ["app/src/a.ts", "app/docs/b.md"], calls: [["ts"], ["docs"], ["both"]] },
  ),
  tree(
    "paths-negated",
    "paths with braces, negation and folders",
    {
      ...skillsIn("{project}", {
        braces: s("braces", "B", 'paths: "src/**/*.{ts,tsx}"'),
        not: s("not", "N", 'paths: ["src/**", "!src/gen/**"]'),
        dir: s("dir", "D", "paths: src/gen"),
        slash: s("slash", "S", "paths: /src/"),
        dot: s("dot", "D", "paths: ./src/**"),
        abs: s("abs", "A", "paths: {world}/app/src/**"),
      }),
      "app/src/gen/a.tsx": "",
    },
    { ...claude, reads: ["app/src/gen/a.tsx"], calls: [["not"]] },
  ),
  tree(
    "paths-typed",
    "a skill for paths is typed before a file is read",
    { ...skillsIn("{project}", { ts: s("ts", "For TS", 'paths: "**/*.ts"') }) },
    { ...claude, line: "/ts go" },
  ),
  tree(
    "paths-nested",
    "paths in a nested skill",
    {
      ...skillsIn("app/pkg/{folder}", {
        ts: s("ts", "For TS", 'paths: "src/*.ts"'),
        up: s("up", "Up", "paths: ../other/**"),
      }),
      "app/pkg/src/a.ts": "",
      "app/other/b.ts": "",
    },
    { ...claude, reads: ["app/pkg/src/a.ts", "app/other/b.ts"], calls: [["ts"], ["up"]] },
  ),
  tree(
    "commands-tree",
    "commands in folders with frontmatter of all kinds",
    below("{own}/commands", {
      "a.md": "A plain\n",
      "git/commit.md":
        "---\ndescription: Commits\nallowed-tools: Bash(git:*)\nargument-hint: [message]\n---\nCommit $ARGUMENTS\n",
      "git/push/force.md": "# Force\n\nText",
      "b c.md": "Blank\n",
      "Upper.md": "U\n",
      "README.md": "# Readme of commands\n",
      "x.txt": "no",
      "SKILL.md": "---\nname: inside\ndescription: A skill file among commands\n---\nS\n",
      "dir/SKILL.md": "---\nname: dirskill\ndescription: D\n---\nS\n",
      "dir/other.md": "Other\n",
      ".hidden.md": "H\n",
    }),
    {
      ...claude,
      calls: [["git:commit", "hello"], ["git:push:force"], ["b c"], ["README"], ["dir"], ["dir:other"], ["commands"]],
    },
  ),
  tree(
    "commands-flags",
    "commands with flags",
    below("{own}/commands", {
      "manual.md": "---\ndescription: M\ndisable-model-invocation: true\n---\nM $1\n",
      "hidden.md": "---\ndescription: H\nuser-invocable: false\n---\nH\n",
      "named.md": "---\nname: other-name\ndescription: N\n---\nN\n",
      "fork.md": "---\ndescription: F\ncontext: fork\n---\nF\n",
      "paths.md": "---\ndescription: P\npaths: '*.ts'\n---\nP\n",
      "nodesc.md": "---\nallowed-tools: Read\n---\n\n# The heading\n",
      "when.md": "---\ndescription: W\nwhen_to_use: now\n---\nW\n",
    }),
    { ...claude, calls: [["manual"], ["hidden"], ["named"], ["other-name"], ["paths"], ["when"]] },
  ),
  tree(
    "command-typed",
    "a command in a folder typed with arguments",
    below("{own}/commands", {
      "git/commit.md": `---\ndescription: Commits\narguments: [type, scope]\n---\n$type($scope): $ARGUMENTS [$0] \${CLAUDE_SKILL_DIR}\n`,
    }),
    { ...claude, line: "/git:commit feat api 'a b'" },
  ),
  tree(
    "command-vs-skill",
    "a command in home against a skill in the project",
    {
      "home/{own}/commands/go.md": "Home command\n",
      ...skillsIn("{project}", { go: s("go", "Project skill") }),
      "{own}/commands/run.md": "Project command\n",
      ...skillsIn("{home}", { run: s("run", "Home skill") }),
    },
    { ...claude, calls: [["go"], ["run"]] },
  ),
  tree(
    "builtin-names",
    "skills named as built-ins",
    skillsIn("{project}", {
      init: s("init"),
      help: s("help"),
      clear: s("clear"),
      review: s("review"),
      compact: s("compact"),
      model: s("model"),
      skills: s("skills"),
      "security-review": s("security-review"),
      commit: s("commit"),
    }),
    { calls: [["init"], ["help"], ["review"], ["compact"], ["commit"]] },
  ),
  tree("builtin-typed", "one of them typed", skillsIn("{project}", { compact: s("compact") }), {
    line: "/compact now",
  }),
  tree(
    "five",
    "the newest model, several skills and a call",
    skillsIn("{project}", { a: s("a", "A <b>"), b: s("b", "B", "when_to_use: w") }),
    { ...claude, model: "claude-opus-5-5", calls: [["a"], ["nope"]] },
  ),
  tree(
    "sonnet-five",
    "another model over its budget",
    many("{project}", 150, (i) => `Does ${i} ${"and more ".repeat(30)}`),
    { ...claude, model: "claude-sonnet-5" },
  ),
  tree("haiku", "an older model", skillsIn("{project}", { a: s("a") }), {
    ...claude,
    model: "claude-haiku-4-5",
    line: "/a q",
  }),
  tree("unreadable-shapes", "a folder SKILL.md, an empty folder, a file as root", {
    "{project}/dir/SKILL.md/x": "y",
    "{project}/empty/": "",
    "{project}/ok/SKILL.md": s("ok"),
    "{home}": "a file",
  }),
  tree(
    "names-odd",
    "odd folder names",
    skillsIn("{project}", {
      "a.b.c": s("a.b.c"),
      "-x": s("-x"),
      "a:b": s("a:b"),
      "x@y": s("x@y"),
      "100%": s("100%"),
      "a,b": s("a,b"),
      "(x)": s("(x)"),
      "a'b": s("a'b"),
      $d: s("$d"),
      "#h": s("#h"),
      "~t": s("~t"),
      "a+b": s("a+b"),
    }),
    { calls: [["a:b"], ["x@y"], ["a.b.c"], ["(x)"]] },
  ),
  tree(
    "order",
    "an order with digits, cases and signs",
    skillsIn(
      "{project}",
      Object.fromEntries(
        ["b10", "b9", "B2", "a-b", "a_b", "ab", "A", "a", "ä", "z", "Z1", "1", "10", "2", "é", "e", "f"].map((n) => [
          n,
          s(n),
        ]),
      ),
    ),
  ),
  tree(
    "agents-home",
    "AGENTS.md, CLAUDE.md with imports, skills that mention each other",
    {
      "app/CLAUDE.md": "@AGENTS.md\n",
      "app/AGENTS.md": "Use the `a` skill.\n",
      ...skillsIn("{project}", { a: s("a", "A", "", "See [b](../b/SKILL.md) and references/x.md."), b: s("b") }),
      "{project}/a/references/x.md": "X\n",
    },
    { line: "/a do" },
  ),
];
