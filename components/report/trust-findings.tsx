import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Tag, type TagTone } from "#components/ui/tag.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { capitalized, formatCount } from "#lib/format-count.ts";
import { lookedWords } from "#lib/report/faces/beside.ts";
import type { Finding, ReportedTrust } from "#lib/report/shape.ts";
import { levelWords, nothingFound } from "#lib/report/words.ts";
import { PlaceLink } from "./place-link.tsx";
import sections from "./section.module.css";
import styles from "./trust-findings.module.css";
import { useIsPrinting } from "./use-is-printing.ts";

const tones = { alarm: "bad", look: "tier1", note: "muted" } as const satisfies Readonly<
  Record<Finding["level"], TagTone>
>;

/** Most findings of one rule drawn at first. */
const most = 8;

/** Findings to read before installing, by rule: the most serious first, with place and reason. */
export function TrustFindings({ trust }: { trust: ReportedTrust }) {
  const heading = useId();
  const { findings, rules, looked, hosts } = trust;
  const grave = findings.filter(({ level }) => level !== "note");
  const groups = [...new Set(findings.map(({ rule }) => rule))].flatMap((code) => {
    const rule = rules.find((one) => one.code === code);
    return rule ? [{ rule, found: findings.filter((finding) => finding.rule === code) }] : [];
  });
  return (
    <section aria-labelledby={heading} className={sections.section}>
      <h2 id={heading}>Read before you trust it</h2>
      <p className={styles.scope}>
        {grave.length === 0 && `${nothingFound} `}
        {lookedWords(looked)}. Rules match known patterns: a match may be harmless, and anything else goes unnoticed.
      </p>
      {groups.map(({ rule, found }) => (
        <RuleFindings key={rule.code} rule={rule} findings={found} />
      ))}
      {hosts.length > 0 && <Hosts trust={trust} />}
    </section>
  );
}

interface RuleFindingsProps {
  readonly rule: ReportedTrust["rules"][number];
  readonly findings: readonly Finding[];
}

function RuleFindings({ rule: { title, why, counts }, findings }: RuleFindingsProps) {
  const [isAll, setAll] = useState(false);
  const level = findings[0]?.level ?? "note";
  const isPrinting = useIsPrinting();
  const shown = isAll || isPrinting ? findings : findings.slice(0, most);
  const unlisted = counts.alarm + counts.look + counts.note - findings.length;
  return (
    <details className={styles.rule} open={level !== "note"}>
      <summary>
        <Tag tone={tones[level]} title={levelWords[level].title}>
          {levelWords[level].label}
        </Tag>
        <h3>{title}</h3>
        <span className={styles.count}>{formatCount(counts.alarm + counts.look + counts.note)}</span>
      </summary>
      <p className={styles.why}>{why}</p>
      <ul role="list" className={styles.findings}>
        {shown.map((finding) => (
          <li key={`${finding.path}:${finding.line}:${finding.says}`}>
            <FindingLine finding={finding} group={level} />
          </li>
        ))}
      </ul>
      {findings.length > shown.length && (
        <Button size="small" onClick={() => setAll(true)}>
          Show all {formatCount(findings.length)}
        </Button>
      )}
      {unlisted > 0 && <p className={styles.why}>{formatCount(unlisted)} more are not listed.</p>}
    </details>
  );
}

interface FindingLineProps {
  readonly finding: Finding;
  /** The level of the group, which is not repeated. */
  readonly group?: Finding["level"];
}

/** One finding: what it is, where it is, and the text there. */
export function FindingLine({ finding, group }: FindingLineProps) {
  const { says, path, line, excerpt, decoded, level } = finding;
  return (
    <>
      <p>
        {level !== group && <Tag tone={tones[level]}>{levelWords[level].label}</Tag>} <VisibleName text={says} />{" "}
        <span className={styles.place}>
          <PlaceLink path={path} line={line} />
        </span>
      </p>
      <VisibleName as="code" className={styles.excerpt} text={excerpt} form="text" />
      {decoded !== undefined && (
        <p className={styles.decoded}>
          It reads: <VisibleName text={decoded} form="text" />
        </p>
      )}
    </>
  );
}

function Hosts({ trust: { hosts, areHostsCut = false } }: { trust: ReportedTrust }) {
  const inScripts = hosts.filter(({ scripts }) => scripts > 0);
  const atLeast = (all: ReportedTrust["hosts"]) =>
    `${areHostsCut && all.length === hosts.length ? "more than " : ""}${formatCount(all.length)}`;
  return (
    <details className={styles.rule}>
      <summary>
        <Tag>Fact</Tag>
        <h3>Hosts mentioned</h3>
        <span className={styles.count}>{atLeast(hosts)}</span>
      </summary>
      <p className={styles.why}>{capitalized(atLeast(inScripts))} of them in scripts, which may contact them.</p>
      <ul role="list" className={styles.hosts}>
        {hosts.map(({ name, files, scripts }) => (
          <li key={name} data-script={scripts > 0 || undefined}>
            <VisibleName text={name} /> <small>{formatCount(files)}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}
