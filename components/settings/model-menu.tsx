import { Button } from "#components/ui/button.tsx";
import { usePromised } from "#components/ui/use-promised.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { downloadableModels, isDownloaded, webGpuProblem } from "#lib/chat/models/downloaded/weights.ts";
import { builtInStanding } from "#lib/chat/models/prompt-api.ts";
import { modelSources } from "#lib/chat/models/sources.ts";
import styles from "./model-menu.module.css";
import { type MachineStanding, type ModelRow, modelMenu } from "./model-menu-rows.ts";

const unasked: MachineStanding = { builtIn: undefined, graphics: undefined, kept: undefined, isSecure: true };

interface ModelMenuProps {
  readonly onDone: () => void;
  /** Opens the settings; with `source`, at the source to be prepared. */
  readonly onSettings: (source?: string) => void;
}

/** The popover of the model chip: the models at hand, and the way to all others. */
export function ModelMenu({ onDone, onSettings }: ModelMenuProps) {
  const models = useWorkspace((state) => state.models);
  const lent = useWorkspace((state) => state.serverModels);
  const { setModels } = useActions();
  const machine = useMachine();
  const { demo, best, ready, others } = modelMenu(models, lent, machine);

  function take({ does }: ModelRow) {
    if (does.kind === "blocked") return;
    onDone();
    if (does.kind === "prepare") return onSettings(does.source);
    // The context window that was set for one model does not apply to another.
    const { window: _, ...rest } = models;
    void setModels({ ...rest, choice: does.choice });
  }
  const rowsOf = (rows: readonly ModelRow[]) =>
    rows.map((row) => (
      <li key={row.id}>
        <Row row={row} onTake={() => take(row)} />
      </li>
    ));
  return (
    <>
      <ul className={styles.rows} aria-label="Ready to answer">
        {rowsOf([demo, ...ready])}
      </ul>
      <section aria-label="Best free without a key">
        <h3 className={styles.heading}>Best free without a key</h3>
        {best ? <Row row={best} onTake={() => take(best)} /> : <p className={styles.said}>{bestMissing(machine)}</p>}
      </section>
      <section aria-label="Other free models">
        <h3 className={styles.heading}>Other free models</h3>
        <ul className={styles.rows}>{rowsOf(others)}</ul>
      </section>
      <p className={styles.keys}>
        Get a key:{" "}
        {modelSources.flatMap(({ id, label, keysPage }) =>
          keysPage === undefined
            ? []
            : [
                <a key={id} href={keysPage} target="_blank" rel="noreferrer">
                  {label}
                </a>,
              ],
        )}
      </p>
      <Button
        onClick={() => {
          onDone();
          onSettings();
        }}
      >
        More…
      </Button>
    </>
  );
}

function Row({
  row: { label, detail, isChosen, does },
  onTake,
}: {
  readonly row: ModelRow;
  readonly onTake: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.row}
      aria-current={isChosen || undefined}
      aria-disabled={does.kind === "blocked" || undefined}
      aria-haspopup={does.kind === "prepare" ? "dialog" : undefined}
      onClick={onTake}
    >
      <strong>
        {label}
        {does.kind === "prepare" && "…"}
      </strong>{" "}
      <span className={styles.detail}>{detail}</span>
    </button>
  );
}

function bestMissing({ builtIn, graphics }: MachineStanding): string {
  return builtIn === undefined || graphics === undefined
    ? "Asking the browser…"
    : "None runs on this computer. Use a key of your own.";
}

/** What this machine can run; checked once. */
function useMachine(): MachineStanding {
  return usePromised(look, []) ?? unasked;
}

async function look(): Promise<MachineStanding> {
  const [builtIn, graphics = "", kept] = await Promise.all([
    builtInStanding(),
    webGpuProblem(),
    Promise.all(downloadableModels.map(async ({ model }) => ((await isDownloaded(model)) ? [model] : []))),
  ]);
  return { builtIn, graphics, kept: kept.flat()[0], isSecure: window.isSecureContext };
}
