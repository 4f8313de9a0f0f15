import Link from "next/link";
import { SitePage } from "#components/ui/site/site-frame.tsx";
import { checkKinds } from "#lib/lesson/checks/read-check.ts";
import styles from "./guide.module.css";

const tree = `workshop.yaml
lessons/
  01-first/
    lesson.md
    seed/        files that the lesson begins with
    solution/    files that pass its checks`;

const workshop = `version: 1
title: Skills for our team
source: acme/skills#v2     # absent: this repository
profile: claude-code
model: demo                # or any
lessons: [01-first]        # absent: all, by their numbers`;

const lesson = `---
title: A description that gets picked
skills: [git-helper]       # of the source; absent: all of it
prompt: Hello              # fills the message box
---
Text in Markdown.

## See it fail

\`\`\`action
prompt: Which commit broke the build?
\`\`\`

\`\`\`check
skill_invoked: { skill: git-helper, by: model }
say: The model has chosen git-helper
\`\`\`

\`\`\`hint In short
Look at its description.
\`\`\`

\`\`\`quiz
ask: What does a model see at first?
choices:
  - text: The whole SKILL.md
    why: Only once it has chosen the skill.
  - text: Name and description
    right: true
\`\`\``;

const actions: readonly (readonly [verb: string, what: string])[] = [
  ["open: src/a.ts:3", "shows a file at a line"],
  ["select: git-helper", "shows a skill, loaded or not"],
  ["prompt: …", "puts a text into the message box; the learner sends it"],
  ["command: /skills reload", "runs a command of the harness; text for the model only fills the box"],
  ["profile: codex", "switches to another harness"],
  ["compare: [keen, codex]", "opens Compare"],
  ["insert: { file, after, text }", "adds text to a file, or makes one; the learner can undo it"],
  ["replace: { file, old, text }", "changes a file"],
  ["report:", "opens the report on the lesson’s files"],
  ["reveal: solution", "shows the solution and keeps the learner’s own version"],
];

const checks = Object.entries(checkKinds).map(([verb, { about }]) => [verb, about] as const);

/** How to make a workshop, on one page. Long, because it is the text of the page from top to bottom. */
export function WorkshopGuide() {
  return (
    <SitePage>
      <main className={styles.guide}>
        <h1>A workshop from a repository</h1>
        <p>
          A class is Markdown in a repository. In the lab its blocks become buttons, hints, questions and live checks of
          what the learner and the model did.
        </p>
        <p>
          To teach, take{" "}
          <Link href="/w/try/skills-101" prefetch={false}>
            our course
          </Link>{" "}
          as it is, or begin with{" "}
          <Link href="/try/workshop-template" prefetch={false}>
            the template
          </Link>
          . Follow your learners live in{" "}
          <Link href="/room" prefetch={false}>
            a room
          </Link>
          , or from the links they hand back, in{" "}
          <Link href="/class" prefetch={false}>
            the class table
          </Link>
          .
        </p>
        <Part id="files" title="Files">
          <pre>{tree}</pre>
          <pre>{workshop}</pre>
          <p>
            It opens at <code>/w/gh/owner/repo</code>, a lesson at <code>/w/gh/owner/repo/01-first</code>. Begin with{" "}
            <Link href="/try/workshop-template" prefetch={false}>
              the template
            </Link>
            , or do the exercise in the lab yourself and choose <em>Make a lesson from this</em> under <em>Share</em>.
          </p>
        </Part>
        <Part id="lesson" title="A lesson">
          <p>
            Each <code>## </code> heading is a step. A block holds one verb; a bare value is its main setting, and{" "}
            <code>say</code> is your own words, shown on a button beside what it does.
          </p>
          <pre>{lesson}</pre>
        </Part>
        <Part id="actions" title="Buttons">
          <Terms of={actions} />
        </Part>
        <Part id="checks" title="Checks">
          <Terms of={checks} />
          <p>Events count from when a step is first opened. A check that passed stays passed.</p>
        </Part>
        <Part id="trying" title="Trying it">
          <p>
            Open your folder in the lab by <em>Upload folder</em>, or by <em>Follow a folder</em> (Chrome and Edge): its
            lessons then follow what you save in your own editor. A line above the conversation offers them.{" "}
            <em>Check all lessons</em> tries every button, answer and solution and says what a learner could not pass.
            As a command: <code>npm run lint-workshop -- folder</code>, which with <code>--links</code> also checks
            links to other sites.
          </p>
        </Part>
        <Part id="class" title="In class">
          <p>
            Add <code>?present=1</code> to a lesson’s address, or press <em>Present</em>: one step in large type, with
            arrow keys. Learners copy a link under <em>Your progress</em>; paste those links into{" "}
            <Link href="/class" prefetch={false}>
              the page for classes
            </Link>
            , which says which checks were passed, when, and which with the solution shown.
          </p>
          <p>
            <em>Live room</em> in a lesson opens one for your class: learners go to{" "}
            <Link href="/room" prefetch={false}>
              the page for rooms
            </Link>{" "}
            and type six letters, and you see live who passed what and who is stuck. <em>Look here</em> points everyone
            at what you have open. Only check results and nicknames leave their browsers.
          </p>
        </Part>
      </main>
    </SitePage>
  );
}

/** A list of terms, each written as code, with its meaning. */
function Terms({ of }: { of: readonly (readonly [term: string, meaning: string])[] }) {
  return (
    <dl className={styles.terms}>
      {of.map(([term, meaning]) => (
        <div key={term}>
          <dt>
            <code>{term}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
