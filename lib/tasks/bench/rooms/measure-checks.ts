import { serveSamples } from "#lib/command/workshop/serve-samples.ts";
import { openLesson } from "#lib/fetching/open-lesson.ts";
import { createSnapshot, textEntry } from "#lib/vfs/snapshot.ts";
import { tryLesson } from "#lib/workspace/lesson/try-lesson.ts";
import { percentile } from "../figures.ts";
import { generateSkill } from "../generated-skills.ts";

const skills = 2000;
const events = 300;
/** Events before the measured ones, during which the program is still being compiled. */
const warmUp = 100;

/** A lesson with one check of each kind. */
const lesson = `---
title: Many
profile: keen
---

## One

${[
  "skill_discovered: skill-7",
  "skill_missing: none",
  "skill_shadowed: skill-8",
  "catalog_contains: skill-9",
  "catalog_lacks: none",
  "catalog_tokens: { max: 100 }",
  "frontmatter: { skill: skill-10, field: license }",
  "file_exists: done.txt",
  "file_contains: { file: README.md, text: done }",
  "file_changed: README.md",
  "state_is: { skill: skill-11, state: off }",
  "command_ran: /skills",
  "prompt_sent: please",
  "skill_invoked: skill-12",
  "file_read: README.md",
  "tool_called: read_file",
]
  .map((check) => `\`\`\`check\n${check}\n\`\`\``)
  .join("\n\n")}

\`\`\`quiz
ask: Which?
choices:
  - text: This
    right: true
  - text: That
\`\`\`
`;

/** Prints how long a lesson's checks take after an event, in a workspace of 2,000 skills. */
export async function measureChecks(): Promise<void> {
  serveSamples();
  const snapshot = createSnapshot([
    textEntry("lessons/01-a/lesson.md", lesson),
    textEntry("README.md", "# Skills\n"),
    ...Array.from({ length: skills }, (_, index) =>
      textEntry(`.agents/skills/skill-${index}/SKILL.md`, generateSkill(`skill-${index}`, index)),
    ),
  ]);
  const source = { kind: "upload", name: "bench" } as const;
  const fetched = await openLesson({ source, label: "bench", snapshot, notices: [] }, "01-a", async () => snapshot);
  const trial = await tryLesson(fetched, new AbortController().signal);
  const running = trial.store.getState().lesson;
  const quiz = [...(running?.results.keys() ?? [])].find((id) => id.includes("quiz")) ?? "";
  const times: number[] = [];
  for (let turn = -warmUp; turn < events; turn++) {
    const start = performance.now();
    await trial.perform({ do: "answer", check: quiz, choice: 1, isRight: false });
    if (turn >= 0) times.push(performance.now() - start);
  }
  trial.close();
  const { view } = trial.store.getState();
  const [half, most, all] = [0.5, 0.95, 1].map((share) => `${percentile(times, share).toFixed(1)} ms`);
  console.log(
    `${running?.results.size ?? 0} checks after an event, ${view.discovery.skills.length} skills: half within ${half}, 95 % within ${most}, all within ${all} | wanted: 5 ms`,
  );
}
