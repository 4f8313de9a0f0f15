import Link from "next/link";
import type { ReactNode } from "react";
import { SitePage } from "#components/ui/site/site-frame.tsx";
import { Tier } from "#components/ui/tier.tsx";
import { profiles } from "#lib/harness/profiles.ts";
import { placeLabel } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import styles from "./guide.module.css";

/** Everything a newcomer needs, on one page. */
export function Guide() {
  return (
    <SitePage>
      <main className={styles.guide}>
        <h1>A guide on one page</h1>
        <WhatASkillIs />
        <Tiers />
        <Harnesses />
        <Lab />
        <Keyboard />
        <Embeds />
        <Safety />
      </main>
    </SitePage>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

const skillFile = `---
name: code-review
description: Reviews a change for mistakes that matter.
  Use it when someone asks whether code is ready to merge.
---

1. Say in one sentence what the code is meant to do.
2. Pick one checklist: references/checklist-web.md
   or references/checklist-numbers.md.
3. Report at most seven findings, the worst first.`;

function WhatASkillIs() {
  return (
    <Part id="skill" title="What a skill is">
      <p>
        A skill teaches a coding agent, such as Claude Code or Codex, one job. It is a folder with a file called{" "}
        <code>SKILL.md</code> and what else the job needs: checklists, templates, scripts.
      </p>
      <pre>{skillFile}</pre>
      <p>
        Between the dashes are its name and a description of what it does and <em>when to use it</em>: a model decides
        by this alone. The instructions below are in plain language.
      </p>
    </Part>
  );
}

function Tiers() {
  return (
    <Part id="tiers" title="How a model reads it: three tiers">
      <p>
        Text costs, so a model gets skills in three steps, each only when needed. The lab shows each step in its own
        colour.
      </p>
      <ol role="list" className={styles.tiers}>
        <li>
          <Tier tier={1} size="large" label="Tier 1" />
          <div>
            <h3>Catalog</h3>
            <p>
              The name and description of every skill. The model gets this list with every message: about 50 tokens a
              skill. (A token is about three quarters of a word.)
            </p>
          </div>
        </li>
        <li>
          <Tier tier={2} size="large" label="Tier 2" />
          <div>
            <h3>SKILL.md</h3>
            <p>
              The instructions. Read when the model picks the skill, or when you call it by name, as in{" "}
              <code>/code-review</code>.
            </p>
          </div>
        </li>
        <li>
          <Tier tier={3} size="large" label="Tier 3" />
          <div>
            <h3>Resources</h3>
            <p>
              All other files in the folder, opened one at a time when the instructions point to them. An unused
              checklist costs nothing.
            </p>
          </div>
        </li>
      </ol>
    </Part>
  );
}

function Harnesses() {
  return (
    <Part id="harnesses" title="Why agents disagree">
      <p>
        The program around a model is called its <em>harness</em>: it finds the skills, tells the model about them and
        runs what the model asks for. There is a standard for the file, but each harness has its own rules for the rest:
        which folders it looks in, which names it accepts, which of two skills with one name wins, how long a
        description may be. What does not fit is usually dropped silently. The lab knows the rules of these:
      </p>
      <ul role="list" className={styles.harnesses}>
        {profiles.map((profile) => (
          <li key={profile.id}>
            <Link href={`/harness/${profile.id}`} prefetch={false}>
              {profile.label}
            </Link>
            <FirstRoot profile={profile} />
          </li>
        ))}
      </ul>
      <p>
        <Link href="/harness" prefetch={false}>
          All of them side by side
        </Link>
        , rule by rule, with sources.
      </p>
    </Part>
  );
}

/** The first folder in which a harness looks; a project folder rather than a user-wide one, if it has one. */
function FirstRoot({ profile: { roots } }: { profile: Profile }) {
  if (roots[0]?.path === ".") return <span>looks in the whole working folder</span>;
  const labels = roots.map(placeLabel);
  return (
    <span>
      looks in <code>{labels.find((label) => label.startsWith("./")) ?? labels[0]}</code>
      {labels.length > 1 && " and elsewhere"}
    </span>
  );
}

function Lab() {
  return (
    <Part id="lab" title="What the lab does">
      <dl className={styles.terms}>
        <dt>Opens</dt>
        <dd>
          Paste what you have into the box on <Link href="/">the home page</Link>: <code>owner/repo</code>, a link to a
          repository or to one skill, a command such as <code>npx skills add owner/repo</code>, or the text of a
          SKILL.md. Or drop a folder or an archive. The files stay in this browser.
        </dd>
        <dt>Skills</dt>
        <dd>
          Every SKILL.md, under the harness you choose at the top. A dot: the model has read it. A ring: it is in the
          catalog. A cross: it is not loaded. <em>Why?</em> names the rule, the place in the file, and the fix.
        </dd>
        <dt>Conversation</dt>
        <dd>
          Ask for something, or type <code>/</code> and choose a skill. Each step says what the model read and how many
          tokens that took. The demo model is a script: it needs no key and follows each harness’s rules, but does no
          work. For real answers, choose a model in <em>Settings</em>.
        </dd>
        <dt>Context</dt>
        <dd>Exactly what the model gets: the catalog, the whole request, and when each file was read.</dd>
        <dt>Compare</dt>
        <dd>All harnesses side by side: where each skill is found, renamed, cut or dropped.</dd>
        <dt>Files</dt>
        <dd>
          Read and change any file. The original stays as it was, and you can save your version as a file or a patch.
        </dd>
        <dt>Share</dt>
        <dd>
          A link to what you see, pinned to its commit and without keys. Also a badge, a QR code, or{" "}
          <a href="#embed">a view in a page of your own</a>.
        </dd>
        <dt>Lessons</dt>
        <dd>
          <Link href="/w/try/skills-101" prefetch={false}>
            Short ones
          </Link>{" "}
          teach skills in the lab itself. A repository of your own becomes a class, too:{" "}
          <Link href="/guide/workshops" prefetch={false}>
            the guide for workshops
          </Link>
          .
        </dd>
        <dt>Programs</dt>
        <dd>
          The engine works without the lab, too, as a command and as{" "}
          <Link href="/guide/library" prefetch={false}>
            a library
          </Link>
          .
        </dd>
      </dl>
      <p>After one visit this also works offline, with everything you opened before and the samples.</p>
    </Part>
  );
}

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [["Tab"], "goes to the next control"],
  [["Enter"], "sends the message; opens what is in the box on the home page"],
  [["Shift", "Enter"], "starts a new line"],
  [["/"], "goes to the message; in an empty message, lists skills and commands"],
  [["↑"], "in an empty message, brings back your last one"],
  [["↑", "↓", "←", "→"], "move through files, tabs and the Compare table; a letter finds a file"],
  [["Ctrl", "S"], "saves the open file (⌘ on a Mac)"],
  [["F6"], "goes to the next panel"],
  [["Esc"], "closes a dialog or list"],
  [["?"], "shows all keys"],
];

function Keyboard() {
  return (
    <Part id="keyboard" title="By keyboard">
      <dl className={styles.terms}>
        {keys.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

const embed = `<iframe src="https://…/gh/owner/repo?view=compare&amp;theme=auto&amp;embed=1"
  title="Which agents load the skills of owner/repo"
  width="100%" height="480" style="border:0" loading="lazy"
  sandbox="allow-scripts allow-same-origin allow-popups
           allow-popups-to-escape-sandbox"></iframe>`;

const growing = `addEventListener("message", ({ origin, source, data }) => {
  if (origin !== "https://…" || data?.type !== "skillground:height") return;
  for (const frame of document.querySelectorAll("iframe"))
    if (frame.contentWindow === source) frame.height = data.height;
});`;

function Embeds() {
  return (
    <Part id="embed" title="In a page of your own">
      <p>
        Under <em>Share</em>, <em>HTML embed</em> shows a view as it will look in your documentation, blog or course,
        and gives you the HTML. It is any link with <code>embed=1</code> and a <code>view</code>: <code>skills</code>,{" "}
        <code>skill</code>, <code>why</code>, <code>compare</code>, <code>chat</code> or <code>report</code>;{" "}
        <code>theme</code> is <code>auto</code>, <code>light</code> or <code>dark</code>.
      </p>
      <pre>{embed}</pre>
      <p>
        A frame keeps its height and scrolls. It reports only the height of its content, in a message{" "}
        <code>{'{ type: "skillground:height", height: 480 }'}</code> in pixels, from 1 to 4,000. With this script on
        your page the frame follows:
      </p>
      <pre>{growing}</pre>
      <p>
        A frame stores nothing in the reader’s browser, works where storage is blocked, and uses the demo model only. It
        takes no key, token or changes: for that it has <em>Open in Skillground</em>, in a new tab. An embed does not
        open in another embed, and nothing else of Skillground opens in a frame.
      </p>
    </Part>
  );
}

function Safety() {
  return (
    <Part id="safety" title="Is it safe to open something?">
      <p>
        What you open was written by strangers and is only read. No script runs, nothing is sent to a model and no file
        changes until you click, and you see every change a model wants to make first. Pictures and links never load by
        themselves. A key you enter goes only to its provider.
      </p>
    </Part>
  );
}
