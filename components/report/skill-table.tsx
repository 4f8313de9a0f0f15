import { type CSSProperties, useDeferredValue, useId, useState } from "react";
import { VerdictIcon } from "#components/compare/verdict-mark.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { formatCount, plural } from "#lib/format-count.ts";
import { noSkills } from "#lib/report/compare/headline.ts";
import type { ReportedHarness, ReportedSkill } from "#lib/report/shape.ts";
import { isMark, licenceWords, markWord } from "#lib/report/words.ts";
import { PlaceLink } from "./place-link.tsx";
import styles from "./skill-table.module.css";
import { useIsPrinting } from "./use-is-printing.ts";

interface SkillTableProps {
  readonly skills: readonly ReportedSkill[];
  readonly harnesses: readonly ReportedHarness[];
  /** Whether every file has been read; only then is it known what skills need. */
  readonly isWhole: boolean;
}

/** Most skills drawn until a person asks for more. */
const most = 40;

/** Each skill: what harnesses make of it, what it costs, needs and allows. */
export function SkillTable({ skills, harnesses, isWhole }: SkillTableProps) {
  const heading = useId();
  const [isAll, setAll] = useState(false);
  const isPrinting = useIsPrinting();
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim().toLowerCase());
  if (skills.length === 0)
    return (
      <section aria-labelledby={heading} className={styles.section}>
        <h2 id={heading}>Skills</h2>
        <p>{noSkills}.</p>
      </section>
    );
  const found = skills.filter(({ name, path, description }) =>
    `${name} ${path} ${description}`.toLowerCase().includes(wanted),
  );
  const shown = isAll || isPrinting ? found : found.slice(0, most);
  const longest = Math.max(...skills.map(costOf), 1);
  return (
    <section aria-labelledby={heading} className={styles.section} style={columnsOf(harnesses.length)}>
      <div className={styles.top}>
        <h2 id={heading}>{plural(skills.length, "skill")}</h2>
        {skills.length > 8 && (
          <div className={styles.filter}>
            <TextField
              label="Filter skills"
              labelHidden
              placeholder="Filter"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </div>
        )}
      </div>
      <div className={styles.columns} aria-hidden="true">
        <span>Skill</span>
        <span className={styles.marks}>
          {harnesses.map(({ id, label }) => (
            <span key={id}>{label}</span>
          ))}
        </span>
        <span>Costs and needs</span>
      </div>
      <ul role="list" className={styles.list}>
        {shown.map((skill) => (
          <SkillRow key={skill.path} skill={skill} harnesses={harnesses} longest={longest} isWhole={isWhole} />
        ))}
      </ul>
      {found.length === 0 && <p role="status">No skill has “{text}” in its name, path or description.</p>}
      {found.length > shown.length && (
        <Button onClick={() => setAll(true)}>Show all {formatCount(found.length)}</Button>
      )}
    </section>
  );
}

/** Passes the number of mark columns to the style sheet. */
function columnsOf(count: number): CSSProperties {
  return { "--harnesses": count } as CSSProperties;
}

function costOf({ tokens }: ReportedSkill): number {
  return tokens.catalog + tokens.instructions + tokens.resources;
}

interface SkillRowProps extends Pick<SkillTableProps, "harnesses" | "isWhole"> {
  readonly skill: ReportedSkill;
  /** Tokens of the longest skill. */
  readonly longest: number;
}

function SkillRow({ skill, harnesses, longest, isWhole }: SkillRowProps) {
  const { name, description, path, findings, licence, scripts, tools } = skill;
  return (
    <li className={styles.row}>
      <div>
        <h3>
          <VisibleName text={name} />
          {findings.alarm > 0 && <Tag tone="bad">{plural(findings.alarm, "alarm")}</Tag>}
          {findings.look > 0 && <Tag tone="tier1">{formatCount(findings.look)} to look at</Tag>}
        </h3>
        <p className={styles.path}>
          <PlaceLink path={path} />
        </p>
        <p className={styles.description}>
          <VisibleName text={description} form="text" />
        </p>
      </div>
      <Marks skill={skill} harnesses={harnesses} />
      <div className={styles.cost}>
        <TokenBar skill={skill} longest={longest} />
        <p className={styles.facts}>
          {scripts.count > 0 && (
            <span>
              {Object.entries(scripts.languages)
                .map(([language, count]) => `${formatCount(count)} ${language}`)
                .join(", ")}
            </span>
          )}
          <span>{licenceWords(licence)}</span>
          {tools !== undefined && (
            <span title={tools}>
              declares <VisibleName text={tools.length > 60 ? `${tools.slice(0, 60)}…` : tools} />
            </span>
          )}
        </p>
        {isWhole && <Needs skill={skill} />}
      </div>
    </li>
  );
}

function Marks({ skill: { marks, name }, harnesses }: Pick<SkillRowProps, "skill" | "harnesses">) {
  return (
    <ul role="list" className={styles.marks} aria-label={`What harnesses make of ${name}`}>
      {harnesses.map(({ id, label }, at) => {
        const mark = marks[at] ?? "outside";
        return (
          <li key={id} title={`${label}: ${markWord(mark)}`}>
            {isMark(mark) && <VerdictIcon kind={mark} />}
            <span className={styles.harness}>
              {label}
              <span className="unseen">: {markWord(mark)}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** A bar of a skill's tokens by tier, relative to the longest skill. */
function TokenBar({ skill: { tokens }, longest }: Pick<SkillRowProps, "skill" | "longest">) {
  const tiers = [
    ["catalog", tokens.catalog, "catalog"],
    ["instructions", tokens.instructions, "SKILL.md"],
    ["resources", tokens.resources, "resources"],
  ] as const;
  return (
    <div className={styles.tokens}>
      <span className={styles.bar} aria-hidden="true">
        {tiers.map(([tier, count]) => (
          <i key={tier} className={styles[tier]} style={{ inlineSize: `${(count / longest) * 100}%` }} />
        ))}
      </span>
      <span>
        {tiers
          .filter(([, count]) => count > 0)
          .map(([, count, word]) => `≈${formatCount(count)} ${word}`)
          .join(" · ")}
      </span>
    </div>
  );
}

function Needs({ skill: { needs } }: { skill: ReportedSkill }) {
  const lists = [
    ["package", "packages"],
    ["program", "programs"],
    ["host", "hosts"],
  ] as const;
  const named = lists.flatMap(([word, kind]) => {
    const all = needs[kind];
    const more = needs.cut?.includes(kind) ? "more than " : "";
    return all.length > 0 ? [[`${more}${plural(all.length, word)}`, all] as const] : [];
  });
  if (named.length === 0) return null;
  return (
    <details className={styles.needs}>
      <summary>{named.map(([counted]) => counted).join(", ")}</summary>
      <dl>
        {named.map(([counted, all]) => (
          <div key={counted}>
            <dt>{counted}</dt>
            <dd>
              <VisibleName text={all.join(", ")} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
