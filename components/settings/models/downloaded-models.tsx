import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import {
  type DownloadableModel,
  deleteDownload,
  downloadableModels,
  isDownloaded,
  webGpuProblem,
} from "#lib/chat/models/downloaded/weights.ts";
import { failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import styles from "../settings.module.css";

interface DownloadedModelsProps {
  /** The model's name in the form. */
  readonly chosen: string;
  readonly onChoose: (model: DownloadableModel) => void;
}

interface Found {
  /** Why no downloaded model runs here. */
  readonly problem: string | undefined;
  /** Names of the models whose weights are in this browser. */
  readonly kept: ReadonlySet<string>;
}

interface Fetching {
  readonly model: string;
  readonly share?: number;
}

/**
 * The models that can be downloaded. Each says what it is and what it takes before anything is fetched; with buttons to download and
 * delete.
 */
export function DownloadedModels({ chosen, onChoose }: DownloadedModelsProps) {
  const name = useId();
  const { found, fetching, problem, ...act } = useDownloads(onChoose);
  return (
    <div className={styles.asked}>
      <p role="status" className={styles.promise}>
        {found?.problem ?? statusText(fetching)}
      </p>
      {found && (
        <ul role="list" aria-label="Models to download" className={styles.findings}>
          {downloadableModels.map((each) => (
            <li key={each.model} className={styles.download}>
              <label className={styles.listedModel}>
                <input
                  type="radio"
                  name={name}
                  className={styles.choice}
                  checked={each.model === chosen}
                  onChange={() => onChoose(each)}
                />
                <span>
                  {each.label}
                  <span className={styles.about}>{aboutText(each, found.kept.has(each.model))}</span>
                </span>
              </label>
              <DownloadButtons
                model={each}
                isKept={found.kept.has(each.model)}
                isPossible={found.problem === undefined && !fetching}
                fetching={fetching?.model === each.model ? fetching : undefined}
                onFetch={() => void act.fetchModel(each)}
                onCancel={act.cancel}
                onDelete={() => void act.remove(each)}
              />
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem} What was downloaded stays; download again to continue.
        </p>
      )}
    </div>
  );
}

/** The models in this browser and the one download under way, which is cancelled when the form closes. */
function useDownloads(onChoose: DownloadedModelsProps["onChoose"]) {
  const [found, setFound] = useState<Found>();
  const [fetching, setFetching] = useState<Fetching>();
  const [problem, setProblem] = useState<string>();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => {
    let isOver = false;
    void look().then((now) => isOver || setFound(now));
    return () => {
      isOver = true;
      stopping.current?.abort();
    };
  }, []);

  async function fetchModel(model: DownloadableModel) {
    const controller = new AbortController();
    stopping.current = controller;
    setProblem(undefined);
    setFetching({ model: model.model });
    onChoose(model);
    try {
      const { loadDownloadable } = await import("#lib/chat/models/downloaded/downloaded-model.ts");
      const onProgress = (share: number) => setFetching({ model: model.model, share });
      await loadDownloadable(model, { onProgress, signal: controller.signal });
    } catch (caught) {
      const failure = failureOrThrow(caught);
      if (failure.code !== "cancelled") setProblem(failureParts(failure).what);
    } finally {
      setFetching(undefined);
      setFound(await look());
    }
  }

  async function remove(model: DownloadableModel) {
    const { freeLoaded } = await import("#lib/chat/models/downloaded/downloaded-model.ts");
    freeLoaded();
    await deleteDownload(model);
    setFound(await look());
  }

  return { found, fetching, problem, fetchModel, remove, cancel: () => stopping.current?.abort() };
}

function aboutText({ download, memory, licence }: DownloadableModel, isKept: boolean): string {
  const sizes = [`≈ ${gigabytes(download)} download`, `≈ ${gigabytes(memory)} of graphics memory`];
  return [...sizes, licence, ...(isKept ? ["in this browser"] : [])].join(" · ");
}

function gigabytes(bytes: number): string {
  return `${Math.round(bytes / 100_000_000) / 10} GB`;
}

async function look(): Promise<Found> {
  const kept = await Promise.all(
    downloadableModels.map(async ({ model }) => ((await isDownloaded(model)) ? [model] : [])),
  );
  return { problem: await webGpuProblem(), kept: new Set(kept.flat()) };
}

function statusText(fetching: Fetching | undefined): string {
  if (!fetching)
    return "Models come from huggingface.co, their runtime from raw.githubusercontent.com. Both stay in this browser until you delete them.";
  const share = fetching.share === undefined ? "" : ` ${Math.floor(fetching.share * 100)}%.`;
  return `Downloading and preparing the model…${share}`;
}

interface DownloadButtonsProps {
  readonly model: DownloadableModel;
  readonly isKept: boolean;
  readonly isPossible: boolean;
  /** The progress, while the model is being downloaded. */
  readonly fetching: Fetching | undefined;
  readonly onFetch: () => void;
  readonly onCancel: () => void;
  readonly onDelete: () => void;
}

function DownloadButtons({ model, isKept, isPossible, fetching, ...act }: DownloadButtonsProps) {
  if (fetching)
    return (
      <>
        <progress aria-label={`Download of ${model.label}`} value={fetching.share} />
        <Button size="small" onClick={act.onCancel}>
          Cancel
        </Button>
      </>
    );
  if (isKept)
    return (
      <Button size="small" aria-label={`Delete ${model.label} from this browser`} onClick={act.onDelete}>
        Delete
      </Button>
    );
  return (
    <Button size="small" aria-label={`Download ${model.label}`} disabled={!isPossible} onClick={act.onFetch}>
      Download
    </Button>
  );
}
