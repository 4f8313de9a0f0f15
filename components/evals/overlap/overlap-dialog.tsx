import type { CSSProperties } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { TableHead } from "#components/ui/table-head.tsx";
import { usePromisedAnew } from "#components/ui/use-promised.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { inSlices } from "#lib/async/slices.ts";
import { offersIn } from "#lib/chat/matching/parse-catalog.ts";
import type { SkillPair } from "#lib/evals/everyday-set.ts";
import { type Overlap, rivalNames, rivalriesInSteps } from "#lib/evals/overlap.ts";
import { formatCount } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { ScrollBox } from "../request-matrix.tsx";
import styles from "./overlap.module.css";

/** Pairs are shown from this ratio on; `skillground check` reports them from 0.8 on. */
const least = 0.4;
/** Most skills in the matrix: more can be neither read nor compared. */
const mostBeside = 14;
/** Most pairs listed. */
const mostListed = 60;

interface OverlapDialogProps {
  /** Opens the evals for a pair. */
  readonly onTry: (pair: SkillPair) => void;
  readonly onClose: () => void;
}

/** Which skills compete, by the words that the chosen harness tells the model. */
export function OverlapDialog({ onTry, onClose }: OverlapDialogProps) {
  const rivalries = useRivalries();
  return (
    <Dialog title="Which skills compete?" size="wide" onClose={onClose}>
      <div className={styles.overlap}>
        {rivalries ? <Rivalries rivalries={rivalries} onTry={onTry} /> : <p role="status">Comparing the skills…</p>}
      </div>
    </Dialog>
  );
}

/** The competing pairs; `undefined` while they are computed. Stops when the dialog closes or the catalog changes. */
function useRivalries(): readonly Overlap[] | undefined {
  const text = useWorkspace((state) => state.view.catalog.text);
  return usePromisedAnew((signal) => inSlices(compare(text), { signal }), [text]);
}

function* compare(text: string) {
  return yield* rivalriesInSteps(yield* offersIn([text]), least);
}

interface RivalriesProps {
  readonly rivalries: readonly Overlap[];
  readonly onTry: (pair: SkillPair) => void;
}

function Rivalries({ rivalries, onTry }: RivalriesProps) {
  const label = useWorkspace((state) => profileById(state.profileId).label);
  if (rivalries.length === 0) return <p>No two skills compete: their descriptions share few words.</p>;
  const rest = rivalries.length - mostListed;
  return (
    <>
      <p>
        How well another skill matches a skill’s own description, as {label} tells it to the model. At 1.00 both match
        equally well. Try requests for these pairs: a high number does not mean that they fail.
      </p>
      <Matrix rivalries={rivalries} />
      <ScrollBox label="Skills and their rivals">
        <table className={styles.pairs}>
          <TableHead columns={["Skill", "Rival", "Ratio", "Shared words", "Try"]} />
          <tbody>
            {rivalries.slice(0, mostListed).map((each) => (
              <PairRow key={`${each.skill}\n${each.rival}`} pair={each} onTry={onTry} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {rest > 0 && <p>{formatCount(rest)} weaker pairs are not listed.</p>}
    </>
  );
}

function PairRow({
  pair: { skill, rival, ratio, words },
  onTry,
}: { readonly pair: Overlap } & Pick<RivalriesProps, "onTry">) {
  return (
    <tr>
      <th scope="row">
        <VisibleName text={skill} />
      </th>
      <td>
        <VisibleName text={rival} />
      </td>
      <td className={styles.ratio} style={strengthOf(ratio)}>
        {ratio.toFixed(2)}
      </td>
      <td className={styles.words}>
        <VisibleName text={words.join(", ")} />
      </td>
      <td>
        <Button
          size="small"
          aria-label={`Try: will ${skill} or ${rival} be picked?`}
          onClick={() => onTry([skill, rival])}
        >
          Try
        </Button>
      </td>
    </tr>
  );
}

/** The strongest rivals as a matrix. A phone has no room for it: the list below says the same. */
function Matrix({ rivalries }: Pick<RivalriesProps, "rivalries">) {
  const names = rivalNames(rivalries, mostBeside);
  const ratios = new Map(rivalries.map(({ skill, rival, ratio }) => [`${skill}\n${rival}`, ratio]));
  return (
    <div className={styles.beside}>
      <ScrollBox label="Skills side by side">
        <table className={styles.matrix}>
          <caption>Rows: a skill’s description. Columns: skills that match it.</caption>
          <thead>
            <tr>
              <th scope="col">Skill</th>
              {names.map((name) => (
                <th key={name} scope="col" className={styles.column}>
                  <VisibleName as="span" text={name} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((skill) => (
              <tr key={skill}>
                <th scope="row">
                  <VisibleName text={skill} />
                </th>
                {names.map((rival) => (
                  <Cell key={rival} isOwn={skill === rival} ratio={ratios.get(`${skill}\n${rival}`)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}

function Cell({ isOwn, ratio }: { readonly isOwn: boolean; readonly ratio: number | undefined }) {
  if (isOwn) return <td className={styles.own}>–</td>;
  if (ratio === undefined) return <td className={styles.none}>·</td>;
  return (
    <td className={styles.ratio} style={strengthOf(ratio)}>
      {ratio.toFixed(2)}
    </td>
  );
}

/** The strength of a cell's colour, from 0 to 1. */
function strengthOf(ratio: number): CSSProperties {
  return { "--strength": Math.min(1, Math.max(0, (ratio - least) / (1 - least))).toFixed(2) } as CSSProperties;
}
