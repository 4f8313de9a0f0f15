import { plural } from "#lib/format-count.ts";
import { headlineShort, noSkills } from "#lib/report/compare/headline.ts";
import { marks, type Tally } from "#lib/report/compare/marks.ts";
import type { ReportedHarness } from "#lib/report/shape.ts";
import { isMark, licenceWords, servingWords } from "#lib/report/words.ts";
import { tallyWords } from "./tally-words.ts";

export const cardSize = { width: 1200, height: 630 } as const;

interface CardFacts {
  readonly licence: string;
  readonly skills: number;
  readonly harnesses: readonly Pick<ReportedHarness, "id" | "label" | "counts">[];
}

interface ReportCardProps {
  readonly label: string;
  readonly brief: CardFacts | undefined;
  /** Why there is no report. */
  readonly note: string | undefined;
}

const colours = { paper: "#fbfaf7", ink: "#1c1d20", soft: "#53575e", line: "#e6e3db" } as const;

/** In the order in which a bar shows them. */
const tallyColours: Readonly<Record<Tally, string>> = {
  loaded: "#0b6b53",
  renamed: "#6fae9c",
  cut: "#c47a12",
  untold: "#9b978c",
  unknown: "#cfcabd",
  out: "#b3261e",
};

const tallyOrder = Object.keys(tallyColours) as readonly Tally[];

/** Only characters of the picture's one font: for others the renderer would ask another server for a font. */
function drawable(text: string, most: number): string {
  const plain = text.replace(/[^\x20-\x7e\u00a0-\u00ff]/gu, "?");
  return plain.length > most ? `${plain.slice(0, most - 3)}...` : plain;
}

/** The picture for a link's preview: a source's skills under every harness. Drawn by satori, which supports flexbox only. */
export function ReportCard({ label, brief, note }: ReportCardProps) {
  const size = label.length > 30 ? 52 : 68;
  const shown = brief?.harnesses.slice(0, mostBars) ?? [];
  const more = (brief?.harnesses.length ?? 0) - shown.length;
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        width: "100%",
        height: "100%",
        padding: "44px 64px",
        background: colours.paper,
        color: colours.ink,
      }}
    >
      <div style={{ display: "flex", justifyContent: "space-between", fontSize: 28, color: colours.soft }}>
        <span>Skill report</span>
        <span>Skillground</span>
      </div>
      <div style={{ display: "flex", flexShrink: 0, marginTop: 14, fontSize: size, letterSpacing: -1.5 }}>
        {drawable(label, 48)}
      </div>
      <div style={{ display: "flex", flexShrink: 0, marginTop: 4, fontSize: 32, color: colours.soft }}>
        {drawable(note ?? summary(brief), 70)}
      </div>
      <div style={{ display: "flex", flexDirection: "column", marginTop: "auto" }}>
        {shown.map((harness) => (
          <HarnessBar key={harness.id} harness={harness} count={brief?.skills ?? 0} />
        ))}
        <div style={{ display: "flex", alignItems: "center", flexShrink: 0, marginTop: 4, color: colours.soft }}>
          {more > 0 && <span style={{ fontSize: 23 }}>{`and ${more} more`}</span>}
          <Legend harnesses={shown} />
        </div>
      </div>
    </div>
  );
}

function summary(brief: ReportCardProps["brief"]): string {
  if (!brief) return "What each agent makes of its skills";
  if (brief.skills === 0) return noSkills;
  const licence = brief.licence === "none" ? "" : ` · ${licenceWords(brief.licence)}`;
  return `${plural(brief.skills, "skill")} installed · ${servingWords(brief.harnesses)}${licence}`;
}

/** Most harnesses that fit into the picture. */
const mostBars = 10;

/** In pixels: satori gives a growing box the width of all of them together. */
const barWidth = 734;

type CardHarness = CardFacts["harnesses"][number];

/** How many skills a bar shows in each colour. */
function talliesOf(counts: CardHarness["counts"]): ReadonlyMap<Tally, number> {
  const tallies = new Map<Tally, number>();
  for (const [mark, many] of Object.entries(counts)) {
    const tally = isMark(mark) ? marks[mark].tally : "out";
    tallies.set(tally, (tallies.get(tally) ?? 0) + many);
  }
  return tallies;
}

/** What the colours of these harnesses' bars stand for. */
function Legend({ harnesses }: { harnesses: readonly CardHarness[] }) {
  const used = new Set(harnesses.flatMap(({ counts }) => [...talliesOf(counts).keys()]));
  return (
    <div style={{ display: "flex", marginLeft: "auto" }}>
      {tallyOrder
        .filter((tally) => used.has(tally))
        .map((tally) => (
          <div key={tally} style={{ display: "flex", alignItems: "center", marginLeft: 22, fontSize: 18 }}>
            <div style={{ width: 14, height: 14, marginRight: 7, borderRadius: 3, background: tallyColours[tally] }} />
            {tallyWords[tally]}
          </div>
        ))}
    </div>
  );
}

function HarnessBar({ harness: { label, counts }, count }: { harness: CardHarness; count: number }) {
  const tallies = talliesOf(counts);
  return (
    <div style={{ display: "flex", alignItems: "center", flexShrink: 0, height: 32, marginTop: 4, fontSize: 23 }}>
      <span style={{ width: 190, flexShrink: 0 }}>{label}</span>
      <div
        style={{
          display: "flex",
          width: barWidth,
          flexShrink: 0,
          height: 20,
          borderRadius: 5,
          overflow: "hidden",
          background: colours.line,
        }}
      >
        {tallyOrder.map((tally) => (
          <div
            key={tally}
            style={{
              width: Math.round(((tallies.get(tally) ?? 0) / Math.max(count, 1)) * barWidth),
              background: tallyColours[tally],
            }}
          />
        ))}
      </div>
      <span
        style={{
          width: 130,
          flexShrink: 0,
          marginLeft: 18,
          justifyContent: "flex-end",
          display: "flex",
          color: colours.soft,
        }}
      >
        {headlineShort(counts)}
      </span>
    </div>
  );
}
