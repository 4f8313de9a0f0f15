import type { Fault } from "./git-faults.ts";
import { createRepository, type GitFile, git } from "./git-repository.ts";
import { hostileFiles } from "./trees/hostile-files.ts";
import { shapeFiles } from "./trees/hostile-shapes.ts";

const skill = (name: string, description: string, body = `# ${name}\n\nDo the work of ${name}.\n`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;

/** A repository like most public ones: skills in plain folders where no harness looks. */
const acmeSkills: Record<string, GitFile> = {
  "README.md": "# Acme skills\n\nOpen them in a lab.\n",
  "skills/pdf-forms/SKILL.md": skill(
    "pdf-forms",
    "Fills and checks PDF forms. Use when a form such as a W-9 has to be filled in.",
    "# PDF forms\n\nFill forms for $ARGUMENTS.\n\n1. List the fields of <the form> first.\n2. Read [the W-9 guide](references/w9.md).\n3. Run `scripts/fill.py` on a copy.\n",
  ),
  "skills/pdf-forms/references/w9.md": "# W-9\n\nThe TIN goes into part I.\n",
  "skills/pdf-forms/scripts/fill.py": { executable: "#!/usr/bin/env python3\nprint('filled')\n" },
  "skills/pdf-forms/assets/logo.bin": new Uint8Array([0, 1, 2, 3, 255, 254, 0, 7]),
  "skills/release-notes/SKILL.md": skill("release-notes", "Writes release notes from a range of commits."),
  "skills/csv-tools/SKILL.md": "---\nname: csv-tools\n---\n\n# CSV\n",
  "other/release-notes/SKILL.md": skill("release-notes", "Another skill of the same name."),
};

/** The same repository with a manifest that groups two of the skills. */
const acmePlugins: Record<string, GitFile> = {
  ...acmeSkills,
  ".claude-plugin/marketplace.json": JSON.stringify({
    name: "acme",
    plugins: [
      {
        name: "Documents",
        description: "For papers and tables.",
        source: "./",
        skills: ["skills/pdf-forms", "skills/csv-tools"],
      },
    ],
  }),
};

/** A project with a harness's own folder, so that it is opened as the project. */
const project: Record<string, GitFile> = {
  "README.md": "# A project\n",
  "src/index.ts": "export const answer: number = 42;\n",
  ".agents/skills/deploy/SKILL.md": skill("deploy", "Deploys this project to staging."),
  ".agents/skills/linked": { link: "../../shared/linked" },
  "shared/linked/SKILL.md": skill("linked", "A skill reached through a link."),
};

/** A project with one skill for each reason not to be loaded, for several harnesses. */
const reasons: Record<string, GitFile> = {
  ...Object.fromEntries(
    [".agents/skills", ".kodelet/skills", ".gen/skills"].map((root) => [
      `${root}/colon/SKILL.md`,
      "---\nname: colon\ndescription: Use: it when a colon is in the way\n---\n\n# Colon\n",
    ]),
  ),
  ".kodelet/skills/a-twin/SKILL.md": skill("twin", "The first of two of one name."),
  ".kodelet/skills/z-twin/SKILL.md": skill("twin", "The second of two of one name."),
  ".kodelet/skills/unlisted/SKILL.md": skill("unlisted", "Not in the list of those allowed."),
  ".agents/skills/plain/SKILL.md": skill("plain", "A skill without any fault."),
  "kodelet-config.yaml": "skills:\n  enabled: true\n  allowed: [twin, z-twin]\n",
  "docs/stray/SKILL.md": skill("stray", "Lies where hardly anything looks."),
  "docs/stray/scripts/run.sh": { executable: "#!/bin/sh\necho run\n" },
};

/** One file of each kind with a viewer of its own. */
const assorted: Record<string, GitFile> = {
  "guide.md": "# Guide\n\nSee [the source](src/index.ts), [nothing](missing.md) and [the web](https://example.com/).\n",
  "shown.md": "# Shown\n\n![a square](assets/square.svg) ![gone](assets/gone.png)\n",
  "assets/square.svg":
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>\n',
  "orders.csv": 'city,amount\nBern,"1,5"\n',
  "study.ipynb": JSON.stringify({
    cells: [
      { cell_type: "markdown", source: ["# Study of squares\n"] },
      {
        cell_type: "code",
        source: "print(6 * 7)",
        outputs: [
          { output_type: "stream", text: ["42\n"] },
          { output_type: "display_data", data: { "text/html": "<script>globalThis.wasHacked = true</script>" } },
        ],
      },
    ],
  }),
  "form.pdf": "%PDF-1.7\n",
  "src/index.ts": "// The answer.\nexport const answer: number = 42;\n",
  "assets/logo.bin": new Uint8Array([0x50, 0x4b, 3, 4, 0, 255]),
  "data/long.txt": Array.from({ length: 1100 }, (_, line) => `line ${line} ${"of a long file ".repeat(80)}\n`).join(""),
};

/** A project with skills for every harness, each in that harness's own folder. */
export const harnesses = {
  ".agents/skills/greet/SKILL.md": skill("greet", "Greets people by name.", "Greet $ARGUMENTS.\n"),
  ".gen/skills/commit/SKILL.md":
    "---\nname: commit\nnamespace: git\ndescription: Writes commit messages.\nargument-hint: <scope>\nstate: active\n---\n\nRead [the style](references/style.md). Commit $ARGUMENTS.\n",
  ".gen/skills/commit/references/style.md": "# Style\n\nImperative mood.\n",
  ".gen/skills/commit/scripts/check.sh": { executable: "#!/bin/sh\n" },
  ".gen/skills/review/SKILL.md": "---\ndescription: Reviews changes.\n---\nReview.\n",
  ".gen/skills/silent/SKILL.md": "---\nname: silent\nstate: disable\n---\nNothing.\n",
  ".kodelet/skills/pdf/SKILL.md": skill("pdf", "Fills PDF forms.", "Read [the guide](guide.md).\n"),
  ".kodelet/skills/pdf/guide.md": "# Guide\n\nOne field a line.\n",
} satisfies Record<string, GitFile>;

/** Skills that harnesses name, shadow and leave out differently. */
const variousSkills: Record<string, GitFile> = {
  "skills/broken/SKILL.md": "---\nname: broken\ndescription: What: is this\n---\n\nBroken.\n",
  "skills/folder-name/SKILL.md": skill("front-name", "Called otherwise than its folder."),
  "skills/no-name/SKILL.md": "---\ndescription: Has no name.\n---\n\nNameless.\n",
  "skills/number/SKILL.md": skill("123", "Called by a number."),
  "skills/plain/SKILL.md": "# Plain\n\nNo frontmatter.\n",
  "skills/zip-tools/SKILL.md": skill("zip-tools", "Packs and unpacks."),
  "twins/zip-tools/SKILL.md": skill("zip-tools", "Another of the same name."),
};

/** A project that contains only state files for skills that lie elsewhere. */
const stateFiles: Record<string, GitFile> = {
  ".gen/skills.json": '{"skills":{"zip-tools":"disable"}}',
};

/** Usable before all of it has arrived; its server stalls in the middle of the rest. */
const coming: Record<string, GitFile> = {
  ...acmeSkills,
  ...Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`assets/part-${i}.bin`, noise(4000, i + 1)])),
};

function manyFiles(count: number): Record<string, GitFile> {
  const files: Record<string, GitFile> = {};
  for (let i = 0; i < count; i++) {
    const name = `skill-${String(i).padStart(4, "0")}`;
    files[`skills/${name}/SKILL.md`] = skill(name, `Number ${i} of many skills.`);
  }
  return files;
}

/** More words than Claude Code and Codex have room for in their catalogs. */
const wordy: Record<string, GitFile> = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [
    `skills/wordy-${i}/SKILL.md`,
    skill(`wordy-${i}`, `Does number ${i}. ${"Use it when there is much to say about it. ".repeat(18)}`),
  ]),
);

/** Creates all repositories of the tests below `root`. */
export function createRepositories(root: string): void {
  createRepository(root, "acme/skills", acmeSkills, {
    branches: { "feature/forms": { "skills/forms/SKILL.md": skill("forms", "Only on the branch.") } },
    tags: { "v1.0": "main" },
  });
  createRepository(root, "acme/plugins", acmePlugins);
  createRepository(root, "acme/project", project);
  createRepository(root, "acme/harnesses", harnesses);
  createRepository(root, "acme/reasons", reasons);
  createRepository(root, "acme/various", variousSkills);
  createRepository(root, "acme/states", stateFiles);
  createRepository(root, "acme/many", manyFiles(600));
  createRepository(root, "acme/wordy", wordy);
  createRepository(root, "acme/assorted", assorted);
  createRepository(root, "acme/hostile", hostileFiles);
  createRepository(root, "acme/shapes", shapeFiles);
  createRepository(root, "acme/empty", {});
  // Its host omits file contents until they are requested, as large hosts do.
  git(createRepository(root, "acme/coming", coming), ["config", "uploadpack.allowFilter", "true"]);
  createRepository(root, "acme/plain", { "README.md": "# No skills here\n" });
  for (const name of faults.keys()) {
    if (name !== "/acme/coming") createRepository(root, name.slice(1), { ...acmeSkills, "big.bin": noise(200_000) });
  }
}

/** The token that can read `private/skills`. */
export const privateToken = "glpat-read-only-4711";

/** Faults of repositories, by path. */
export const faults: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ["/faults/cut", { kind: "cut", after: 5000 }],
  ["/faults/stall", { kind: "stall", after: 1000 }],
  ["/acme/coming", { kind: "stall", after: 120_000 }],
  ["/faults/private", { kind: "status", status: 401 }],
  ["/private/skills", { kind: "private", token: privateToken }],
]);

/** Incompressible bytes, the same for the same seed. */
function noise(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let i = 0; i < length; i++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    bytes[i] = state >> 16;
  }
  return bytes;
}
