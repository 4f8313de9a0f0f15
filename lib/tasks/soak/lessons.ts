/**
 * Attacks of a hostile workshop: its buttons, aimed at random paths in and outside of the lesson's project, and its texts on the terminal
 * of whoever checks it. Seeded; some minutes. `npm run soak lessons`; by hand `node lib/tasks/soak/lessons.ts [seeds]`.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { serveSamples } from "#lib/command/workshop/serve-samples.ts";
import { failureOf } from "#lib/failure.ts";
import { openLesson } from "#lib/fetching/open-lesson.ts";
import type { Action } from "#lib/lesson/lesson.ts";
import { readText } from "#lib/vfs/files.ts";
import { createSnapshot, type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";
import { tryLesson } from "#lib/workspace/lesson/try-lesson.ts";
import { randomOf } from "#test/servers/trees/random-files.ts";

const [seeds = "40"] = process.argv.slice(2);
const buttonsEach = 50;

/** Files that a hostile lesson would like to change. */
const targets = [
  "/home/user/.keen/skills/config.json",
  "/home/user/.claude/settings.json",
  "/home/user/.codex/config.toml",
  "/home/user/notes.txt",
  "/etc/passwd",
];
const steps = ["..", ".", "home", "settings.json", "a", "new", "ü", "a\u202eb", "workspace", "workspace-2", "user", ""];
const lines = [
  "/skills reload",
  "/skills notes disable",
  "/skills notes enable",
  "/clear",
  "/notes",
  "/notes a",
  "hello",
];

const entryOf = (path: string, text: string, mode: SnapshotEntry["mode"] = snapshotMode.file): SnapshotEntry => ({
  path: `lessons/01-a/${path}`,
  mode,
  bytes: new TextEncoder().encode(text),
});

const workshop = createSnapshot([
  entryOf("lesson.md", "## A\n"),
  entryOf("seed/.agents/skills/notes/SKILL.md", "---\nname: notes\ndescription: Takes notes.\n---\n"),
  ...targets.map((target, at) => entryOf(`seed/link-${at}`, target, snapshotMode.link)),
  entryOf("seed/home", "/home/user", snapshotMode.link),
  entryOf("seed/up", "../home/user", snapshotMode.link),
  entryOf("seed/root", "/", snapshotMode.link),
]);

/** A random action of a button, as a lesson could write it. */
function randomAction(random: (below: number) => number): Action {
  const pick = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
  const way = Array.from({ length: random(6) }, () => pick(steps)).join("/");
  const file = pick([
    way,
    `/${way}`,
    pick(targets),
    `..${pick(targets)}`,
    `link-${random(targets.length)}`,
    `home/.keen/skills/${way}`,
    `up/${way}`,
    `root${pick(targets)}`,
    `${"../".repeat(random(9))}home/user/x`,
  ]);
  const text = pick(["{}", '{"is_enabled":{"notes":false}}', "x"]);
  return pick<Action>([
    { verb: "insert", file, text },
    { verb: "insert", file, after: "notes", text },
    { verb: "replace", file, old: "", text },
    { verb: "command", line: pick(lines) },
    { verb: "prompt", text: pick(lines) },
  ]);
}

/** @returns how many buttons did what they were asked, and what each other button broke */
async function pressButtons(seed: number): Promise<{ readonly done: number; readonly broken: readonly string[] }> {
  const source = { kind: "upload", name: "w" } as const;
  const fetched = { source, label: "w", snapshot: workshop, notices: [] };
  const fetchOther = () => Promise.reject(new Error("Nothing else is fetched."));
  const trial = await tryLesson(await openLesson(fetched, "01-a", fetchOther), new AbortController().signal);
  const outside = () => JSON.stringify(targets.map((path) => readText(trial.store.getState().files, path)));
  const random = randomOf(seed);
  const before = outside();
  const broken: string[] = [];
  let done = 0;
  for (let press = 0; press < buttonsEach; press++) {
    const action = randomAction(random);
    try {
      const said = await trial.perform({ do: "act", action });
      if (said === undefined) done++;
    } catch (caught) {
      // A failure is reported to the person as a sentence; any other error is a bug.
      if (!failureOf(caught)) broken.push(`${JSON.stringify(action)} threw ${caught}`);
    }
    if (outside() !== before) {
      broken.push(`${JSON.stringify(action)} wrote outside of the lesson's project`);
      break;
    }
  }
  trial.close();
  return { done, broken };
}

/** Harmless words mixed with characters that steer a terminal or change the writing direction. */
function hostileText(random: (below: number) => number): string {
  const pieces = [
    "\u001b[31m",
    "\u001b]0;x\u0007",
    "\u009b2J",
    "\u202e",
    "\u2066",
    "\r",
    "\u0008",
    "\u2028",
    "word",
    " ",
    "ü",
  ];
  return Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)]).join("");
}

/** Writes a workshop with hostile names and texts, and checks it with the command line. */
async function lintHostile(folder: string, seed: number): Promise<readonly string[]> {
  const random = randomOf(seed);
  const quoted = () => JSON.stringify(hostileText(random));
  const files: Readonly<Record<string, string>> = {
    "workshop.yaml": `version: ${["1", quoted()][random(2)]}\ntitle: ${quoted()}\n${quoted()}: ${quoted()}\n`,
    [`lessons/${["01-a", `b${hostileText(random).replaceAll("\r", "").replaceAll("\b", "")}`][random(2)]}/lesson.md`]: `---\ntitle: ${quoted()}\n---\n## ${hostileText(random)}\n[x](${hostileText(random)}.md)\n\`\`\`${["action", "check"][random(2)]}\n${quoted()}: ${quoted()}\n\`\`\`\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const program = ["lib/tasks/workshop/lint-workshop.ts", folder];
  const { said, code } = await promisify(execFile)(process.execPath, program).then(
    ({ stdout, stderr }) => ({ said: stdout + stderr, code: 0 }),
    ({ stdout, stderr, code }) => ({ said: `${stdout}${stderr}`, code: Number(code) }),
  );
  const wrong: string[] = [];
  if (/(?!\n)[\p{Cc}\p{Bidi_Control}]/u.test(said)) wrong.push("printed what steers a terminal");
  if (/^\s+at .*:\d+:\d+/m.test(said)) wrong.push("printed a stack trace");
  if (![0, 1, 2].includes(code)) wrong.push(`ended with ${code}`);
  return wrong.map((what) => `workshop ${seed} ${what}`);
}

serveSamples();
const broken: string[] = [];
let done = 0;
for (let seed = 1; seed <= Number(seeds); seed++) {
  const pressed = await pressButtons(seed);
  done += pressed.done;
  broken.push(...pressed.broken);
}
const pressedAll = Number(seeds) * buttonsEach;
console.log(`buttons of lessons: ${pressedAll} pressed, ${done} did what they say, ${broken.length} broke a promise`);
const folder = mkdtempSync(join(tmpdir(), "skillground-soak-"));
try {
  const before = broken.length;
  for (let seed = 1; seed <= Number(seeds); seed++)
    broken.push(...(await lintHostile(join(folder, String(seed)), seed)));
  console.log(`workshops checked on a command line: ${seeds}, ${broken.length - before} broke a promise`);
} finally {
  rmSync(folder, { recursive: true });
}
for (const one of broken.slice(0, 20)) console.log(`  ${JSON.stringify(one)}`);
process.exit(broken.length > 0 ? 1 : 0);
