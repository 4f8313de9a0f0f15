import Link from "next/link";
import type { CSSProperties, ReactNode } from "react";
import stepStyles from "#components/chat/step-row.module.css";
import bar from "#components/context/context-bar.module.css";
import rows from "#components/skills/skill-row.module.css";
import state from "#components/skills/skill-state.module.css";
import { Logo } from "#components/ui/site/logo.tsx";
import { Tier, type TierNumber, tierLabel } from "#components/ui/tier.tsx";
import { formatCount } from "#lib/format-count.ts";
import { ways } from "#lib/report/compare/headline.ts";
import styles from "./lab-scene.module.css";
import { type Elsewhere, firstScene, type Scene } from "./record-scene.ts";

/** A picture of the lab at work: drawn with its own styles, from a recorded run of its own engine on the first sample. */
export async function LabScene() {
  const scene = await firstScene();
  return (
    <figure className={styles.figure} aria-label="The lab at work">
      <div className={styles.frame}>
        <div className={styles.top}>
          <Logo size={18} />
          <strong>{scene.sample.title}</strong>
          <span className={styles.harness}>
            under <strong>{scene.harness}</strong>
          </span>
        </div>
        <SkillsColumn scene={scene} />
        <ConversationColumn scene={scene} />
        <ContextColumn scene={scene} />
      </div>
      <figcaption className={styles.caption}>
        <Link href={`/try/${scene.sample.id}`} prefetch={false}>
          Try this sample
        </Link>
      </figcaption>
    </figure>
  );
}

function SkillsColumn({ scene: { skills, elsewhere } }: { scene: Scene }) {
  return (
    <div className={styles.skills}>
      <p className={styles.title}>Skills</p>
      <ul role="list">
        {skills.map(({ name, isActivated, tokens }) => (
          <li key={name} className={rows.layout}>
            <span className={rows.name}>{name}</span>
            <span className={`${state.mark} ${rows.mark}`} aria-hidden="true">
              <span className={`${state.dot} ${isActivated ? state.active : state.listed}`} />
            </span>
            <span className="unseen">{isActivated ? ", used by the model" : ", offered to the model"}</span>
            <span className={rows.aside}>
              <span className={rows.tokens}>≈{tokens}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.title}>Other agents, {ways["as-it-lies"].label.toLowerCase()}</p>
      <div className={styles.elsewhere}>
        {elsewhere.map((group) => (
          <details key={group.told ?? "unknown"}>
            <summary>
              <ToldMark of={group} />
            </summary>
            <p>{group.harnesses.join(", ")}</p>
          </details>
        ))}
      </div>
    </div>
  );
}

/** How many agents behave this way, behind the icon for it. */
function ToldMark({ of: { told, total, harnesses } }: { of: Elsewhere }) {
  const isNone = told === 0;
  const sign = told === undefined ? "?" : isNone ? "×" : "✓";
  return (
    <>
      <span className={isNone ? styles.none : styles.some} aria-hidden="true">
        {sign}
      </span>{" "}
      {formatCount(harnesses.length)} {toldWords(told, total)}
    </>
  );
}

function toldWords(told: number | undefined, total: number): string {
  if (told === undefined) return "not documented";
  if (told === total) return total === 2 ? "tell of both" : "tell of all";
  return told === 0 ? "tell of none" : `tell of ${formatCount(told)}`;
}

function ConversationColumn({ scene: { skills, prompt, steps, answer } }: { scene: Scene }) {
  return (
    <div className={styles.conversation}>
      <p className={styles.title}>Conversation</p>
      <p className={styles.prompt}>
        <span className="unseen">You ask: </span>
        <span className={styles.typed}>{prompt}</span>
      </p>
      <ol role="list" className={styles.steps}>
        {steps.flatMap(({ chose, verb, object, tier, tokens }, index) => [
          chose && (
            <StepLine key="chose" tier={1} tokens={rowTokens(chose, skills)} order={index}>
              Chose <strong>{chose}</strong> from the catalog
            </StepLine>
          ),
          <StepLine key={object} tier={tier} tokens={tokens} order={index + 1}>
            {verb} <code>{object}</code>
          </StepLine>,
        ])}
      </ol>
      <div className={styles.answer} style={at(steps.length + 1)}>
        {answer.slice(0, 1).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </div>
  );
}

function rowTokens(chosen: string, skills: Scene["skills"]): number {
  return skills.find(({ name }) => name === chosen)?.tokens ?? 0;
}

interface StepLineProps {
  readonly tier: TierNumber | undefined;
  readonly tokens: number;
  /** Its position in the animation. */
  readonly order: number;
  readonly children: ReactNode;
}

function StepLine({ tier, tokens, order, children }: StepLineProps) {
  return (
    <li className={`${stepStyles.step} ${styles.step}`} style={at(order)}>
      {tier ? <Tier tier={tier} size="small" /> : <span className={styles.dot} aria-hidden="true" />}
      <span className={styles.sentence}>{children}</span>
      <span className={rows.tokens}>≈{tokens}</span>
    </li>
  );
}

const tiers = [1, 2, 3] as const;
const parts = { 1: bar.catalog, 2: bar.skills, 3: bar.resources };

function ContextColumn({ scene: { tokens, steps } }: { scene: Scene }) {
  const turnOf = (tier: TierNumber) => steps.findIndex((step) => step.tier === tier) + 1;
  return (
    <div className={styles.context}>
      <p className={styles.title}>Context</p>
      <div className={`${bar.bar} ${styles.bar}`} aria-hidden="true">
        {tiers.map((tier) => (
          <span key={tier} className={parts[tier]} style={{ flexGrow: tokens[tier], ...at(turnOf(tier)) }} />
        ))}
      </div>
      <dl className={bar.legend}>
        {tiers.map((tier) => (
          <div key={tier}>
            <dt>
              <Tier tier={tier} size="small" />
              {tierLabel[tier]}
            </dt>
            <dd>≈{formatCount(tokens[tier])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The style for an animation delay, from its position. */
function at(turn: number): CSSProperties {
  return { "--turn": turn } as CSSProperties;
}
