import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectFolder } from "./install.mjs";

/* Tests a promise of CONTRIBUTING.md: a harness is its profile, its line, its evidence and its cases; a model provider and a lesson
   check are a file and a line. Each is added here to a copy of the tree, in these places only. */

const copy = mkdtempSync(join(tmpdir(), "three-touches-"));
afterAll(() => rmSync(copy, { recursive: true }), 60_000);

for (const name of ["components", "lib", "package.json", "tsconfig.json", "vitest.config.ts"]) {
  // Tasks and the corpus are most of the files, and nothing here needs them.
  const filter = (path: string) => !/lib\/(?:tasks|report\/corpus)$/.test(path);
  cpSync(join(projectFolder, name), join(copy, name), { recursive: true, filter });
}
// The tests' settings need these.
for (const name of ["shell", "server-flags.mjs"])
  cpSync(join(projectFolder, "lib/tasks", name), join(copy, "lib/tasks", name), { recursive: true });
symlinkSync(join(projectFolder, "node_modules"), join(copy, "node_modules"));

function add(path: string, text: string): void {
  writeFileSync(join(copy, path), text, { flag: "wx" });
}

/** Inserts `line` before the one place in the file that `before` matches, and at the top the import that it needs, if new. */
function addLine(path: string, before: RegExp, line: string, imported?: string): void {
  const text = readFileSync(join(copy, path), "utf8");
  const [place, ...others] = text.matchAll(before);
  if (!place || others.length > 0) throw new Error(`${path} has not one place before which to add a line: ${before}`);
  const added = `${text.slice(0, place.index)}${line}\n${text.slice(place.index)}`;
  writeFileSync(join(copy, path), imported === undefined ? added : `import ${imported};\n${added}`);
}

add(
  "lib/harness/profiles/stranger.ts",
  `import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { kodelet } from "./kodelet.ts";

export const stranger: Profile = {
  ...kodelet,
  id: "stranger",
  label: "Stranger",
  roots: [{ scope: "project", path: "stranger/abilities" }],
  frontmatter: { ...kodelet.frontmatter, policyFile: { path: "policy.strange", product: "stranger", otherProducts: [] } },
  states: { kind: "switches", file: { scope: "project", path: "stranger/switched" }, key: "on" },
};
`,
);
addLine("lib/harness/profiles.ts", /agentSkills,?\s*\]/g, "stranger,", `{ stranger } from "./profiles/stranger.ts"`);
addLine("lib/harness/evidence/evidence.ts", /^\};$/gm, "  stranger: kodeletEvidence,");
add(
  "lib/harness/conformance/cases/stranger.json",
  JSON.stringify([
    {
      id: "stranger/one",
      kind: "discover",
      files: {
        "/work/app/stranger/abilities/one/SKILL.md": "---\nname: one\ndescription: First\n---\n",
        "/work/app/stranger/abilities/one/policy.strange": "policy:\n  allow_implicit_invocation: false\n",
        "/work/app/stranger/switched": "{}",
      },
      input: { cwd: "/work/app" },
      expect: { names: ["one"] },
    },
  ]),
);

add(
  "lib/chat/models/sources/stranger.ts",
  `import type { ModelSource } from "../source.ts";
import { listCompletions, openCompletions } from "./compatible.ts";

export const stranger: ModelSource = {
  id: "stranger",
  label: "Stranger",
  about: "Models of a stranger.",
  costs: { money: "Billed to your key", privacy: "read by stranger.example" },
  needs: ["model", "key"],
  endpoint: "https://stranger.example/v1",
  models: [{ names: /^strange-/, window: 7000, sees: "documents" }],
  lending: { variable: "STRANGER", names: /^strange-/ },
  open: openCompletions,
  list: listCompletions,
};
`,
);
addLine("lib/chat/models/sources.ts", /^ {2}compatible,/gm, "  stranger,", `{ stranger } from "./sources/stranger.ts"`);
add(
  "lib/chat/models/stranger.test.ts",
  `import { expect, test } from "vitest";
import { connectOrigins, sightOf, windowOf } from "#lib/chat/model-choice.ts";
import { lentModels } from "#lib/server/lent/models.ts";

const choice = { source: "stranger", model: "strange-1" };

test("a stranger's models are reached, measured, shown files, and lent", () => {
  expect(connectOrigins).toContain("https://stranger.example");
  expect(windowOf({ choice })).toBe(7000);
  expect(sightOf({ choice })).toEqual({ images: true, pdfs: true });
  expect(lentModels({ STRANGER_API_KEY: "k", SKILLGROUND_MODEL: "strange-1" })).toMatchObject([{ source: "stranger" }]);
});
`,
);

add(
  "lib/lesson/checks/folder-empty.ts",
  `import { text } from "#lib/lesson/fields.ts";
import { checkKind, met, unmet } from "./check.ts";
import { code, pathIn } from "./world.ts";

export const folder_empty = checkKind({
  about: "a folder has no files left",
  fields: { folder: text },
  short: "folder",
  label: ({ folder }) => \`\${code(folder)} is empty\`,
  test: ({ folder }, world) =>
    (world.session.files.list(pathIn(world, folder)) ?? []).length === 0 ? met : unmet("Files are left."),
});
`,
);
addLine(
  "lib/lesson/checks/read-check.ts",
  /^ {2}order,/gm,
  "  folder_empty,",
  `{ folder_empty } from "./folder-empty.ts"`,
);
addLine(
  "lib/lesson/checks/checks.test.ts",
  /^ {2}order: \[/gm,
  `  folder_empty: [{ yaml: "folder_empty: a", before: { files: { "/workspace/a/b": "" } }, near: "Files are left.", after: {} }],`,
);
add(
  "components/landing/workshop-guide.test.tsx",
  `import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WorkshopGuide } from "./workshop-guide.tsx";

test("the guide for authors tells of a stranger's check", () => {
  expect(renderToStaticMarkup(<WorkshopGuide />)).toContain("a folder has no files left");
});
`,
);

/** Runs one of the installed programs in the copy; returns its output if it fails. */
function problemsOf(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(projectFolder, "node_modules", program), ...args],
    {
      cwd: copy,
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "" },
    },
  );
  return status === 0 ? "" : `${stdout}${stderr}`;
}

test("types hold with a stranger's harness, provider and check", () => {
  const files = ["lib/harness/profiles.ts", "lib/chat/models/sources.ts", "lib/lesson/parse-lesson.ts"];
  const settings = {
    extends: "./tsconfig.json",
    compilerOptions: { noEmit: true, incremental: false },
    include: files,
  };
  add("tsconfig.touched.json", JSON.stringify(settings));
  expect(problemsOf("typescript/bin/tsc", "-p", "tsconfig.touched.json")).toBe("");
});

test("every contract is kept by a stranger's harness, provider and check", () => {
  const tests = [
    "lib/harness/contract.test.ts",
    "lib/harness/conformance/cases.test.ts",
    "lib/harness/describe",
    "lib/lesson/checks",
    "lib/chat/model-settings.test.ts",
    "lib/chat/models/stranger.test.ts",
    "components/landing/workshop-guide.test.tsx",
  ];
  // Skips most of the other cases and contracts.
  const named = "tranger|folder_empty|kind of check|field";
  expect(problemsOf("vitest/vitest.mjs", "run", "--reporter=dot", "-t", named, ...tests)).toBe("");
});
