import { Unfolded } from "#components/mounts/updates/update-diff.tsx";
import { Help } from "#components/ui/help.tsx";
import runForm from "#components/ui/run-form.module.css";
import { Verbatim } from "#components/ui/text/verbatim.tsx";
import { usePromisedAnew } from "#components/ui/use-promised.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { ignoreFailure } from "#lib/failure.ts";
import { formatCount, plural } from "#lib/format-count.ts";
import type { Conditions } from "#lib/state/experiments.ts";
import type { EvalsOutlook } from "#lib/workspace/experiments/run-evals.ts";
import styles from "./evals.module.css";

/**
 * What would be sent under each of these conditions. `undefined` until computed; computed again whenever the harness or its skills change.
 */
export function useOutlook(conditions: readonly Conditions[]): readonly EvalsOutlook[] | undefined {
  const { lookAhead } = useActions();
  const view = useWorkspace((state) => state.view);
  const asked = JSON.stringify(conditions);
  return usePromisedAnew(
    // It fails where the workspace was closed meanwhile.
    (signal) => lookAhead(JSON.parse(asked), signal).catch(ignoreFailure),
    [lookAhead, view, asked],
  );
}

/** Warns if the request already contains a skill's instructions, which makes picking that skill meaningless. */
export function Unmeasurable({ outlook }: { readonly outlook: readonly EvalsOutlook[] }) {
  return byHarness(outlook)
    .filter(({ unmeasurable }) => unmeasurable.length > 0)
    .map(({ harness, unmeasurable }) => (
      <p key={harness} className={styles.warning}>
        {harness} puts the instructions of {plural(unmeasurable.length, "skill")} into every request, so results for
        these prove nothing: {unmeasurable.slice(0, 12).join(", ")}
        {unmeasurable.length > 12 && "…"}.
      </p>
    ));
}

/** The full request, so that nobody has to take the description of it on trust. */
export function RequestProof({ outlook }: { readonly outlook: readonly EvalsOutlook[] }) {
  return byHarness(outlook).map(({ harness, unmeasurable, looked, tokens, request }) => (
    <div key={harness}>
      {unmeasurable.length === 0 && (
        <p className={`${runForm.said} ${styles.about}`}>
          {harness} sends no instructions ahead.{" "}
          <Help about={`What ${harness} sends`}>
            <p>The instructions of {plural(looked, "skill")} were searched for in the request and not found.</p>
          </Help>
        </p>
      )}
      <Unfolded summary={`The whole request (≈ ${formatCount(tokens)} tokens)`}>
        {() => (
          <div className={styles.proof}>
            {request.map(({ role, tool, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one request have no identity but their place
              <Verbatim key={index} title={tool === undefined ? role : `${role} ${tool}`} text={text} />
            ))}
          </div>
        )}
      </Unfolded>
    </div>
  ));
}

function byHarness(outlook: readonly EvalsOutlook[]): readonly EvalsOutlook[] {
  return [...new Map(outlook.map((each) => [each.harness, each])).values()];
}
