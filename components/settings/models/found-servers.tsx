import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { useNow } from "#components/ui/use-now.ts";
import { findLocalServers, type LocalAccess, type LocalFinding, localAccess } from "#lib/chat/models/local-servers.ts";
import { plural } from "#lib/format-count.ts";
import styles from "../settings.module.css";

interface FoundServersProps {
  /** The address in the form. */
  readonly chosen: string;
  /** `model`: the first model that the server lists. */
  readonly onChoose: (baseUrl: string, model: string | undefined) => void;
}

type Looking =
  | { readonly kind: "looking"; readonly access: LocalAccess }
  | { readonly kind: "looked"; readonly findings: readonly LocalFinding[]; readonly access: LocalAccess };

/** On a click, and not before, looks for model servers on this computer, and says what blocks the page from using one. */
export function FoundServers({ chosen, onChoose }: FoundServersProps) {
  const [state, setState] = useState<Looking>();
  const stopping = useRef<AbortController>(undefined);
  const now = useNow(chosen);
  useEffect(() => () => stopping.current?.abort(), []);

  async function look() {
    const controller = new AbortController();
    stopping.current = controller;
    const access = await localAccess();
    setState({ kind: "looking", access });
    const findings = await findLocalServers(controller.signal, { access }).catch(() => undefined);
    if (!findings || controller.signal.aborted) return;
    setState({ kind: "looked", findings, access: await localAccess() });
    const first = findings.find(({ kind }) => kind === "found");
    // An address typed meanwhile stays.
    if (first?.kind === "found" && now.current === chosen) onChoose(first.server.baseUrl, first.models[0]?.model);
  }
  function cancel() {
    stopping.current?.abort();
    setState(undefined);
  }
  return (
    <div className={styles.asked}>
      {state?.kind === "looking" ? (
        <Button onClick={cancel}>Cancel</Button>
      ) : (
        <Button onClick={() => void look()}>Search</Button>
      )}
      <p role="status" className={styles.promise}>
        {statusText(state)}
      </p>
      {state?.kind === "looked" && (
        <ul role="list" aria-label="Servers on this computer" className={styles.findings}>
          {state.findings.map((finding) => (
            <li key={finding.server.baseUrl}>
              <Finding finding={finding} chosen={chosen} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function statusText(state: Looking | undefined): string {
  if (!state)
    return "Looks for Ollama, LM Studio and llama.cpp at their usual ports. Your browser may ask whether this page may reach apps on this device.";
  if (state.kind === "looking")
    return state.access === "prompt" ? "Looking. Answer your browser's question first…" : "Looking…";
  if (state.access === "denied")
    return "Your browser blocks this page from apps on this device. Allow it in the site settings, left of the address, then search again.";
  const found = state.findings.filter(({ kind }) => kind === "found");
  if (found.length > 0) return `Found ${new Intl.ListFormat("en").format(found.map(({ server }) => server.label))}.`;
  if (state.findings.some(({ kind }) => kind !== "silent")) return "A server answers, but this page cannot use it yet.";
  return "Nothing answered. Start one of them, then search again. (Safari does not let https pages reach one.)";
}

interface FindingProps extends FoundServersProps {
  readonly finding: LocalFinding;
}

function Finding({ finding, chosen, onChoose }: FindingProps) {
  const { server } = finding;
  const where = <code>{new URL(server.baseUrl).host}</code>;
  if (finding.kind === "found") {
    const { models } = finding;
    return (
      <>
        <span>
          <strong>{server.label}</strong> at {where}: {plural(models.length, "model")}
        </span>
        <Button
          size="small"
          aria-label={`Use ${server.label}`}
          aria-pressed={chosen === server.baseUrl}
          className={styles.preset}
          onClick={() => onChoose(server.baseUrl, models[0]?.model)}
        >
          Use
        </Button>
      </>
    );
  }
  if (finding.kind === "silent")
    return (
      <span>
        {server.label} at {where}: no answer
      </span>
    );
  if (finding.kind === "other")
    return (
      <span>
        Something at {where} answers but lists no models, so it is not {server.label}.
      </span>
    );
  return <ClosedServer finding={finding} />;
}

/** A server that refuses pages of this site, and the exact setting that changes that. */
function ClosedServer({ finding: { server } }: { finding: LocalFinding }) {
  const permits = server.permits(location.origin);
  return (
    <div className={styles.closed}>
      <p>
        Something at <code>{new URL(server.baseUrl).host}</code> answers, but does not let pages of{" "}
        <code>{location.origin}</code> read it. {permits.length > 0 && `If it is ${server.label}, let this page in:`}
      </p>
      {permits.map(({ where, line }) => (
        <div key={line} className={styles.permit}>
          <span>{where}</span>
          <code>{line}</code>
          <CopyButton text={line} label="Copy" aria-label={`Copy the line: ${where}`} />
        </div>
      ))}
    </div>
  );
}
