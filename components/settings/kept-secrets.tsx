import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/dialog.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { hostOf } from "#lib/chat/model-settings.ts";
import { failureParts } from "#lib/failure-text.ts";
import { plural } from "#lib/format-count.ts";
import type { Forgotten, KnownSecret, SecretsStanding } from "#lib/models/secrets.ts";
import type { SecretName } from "#lib/storage/storage-secrets.ts";
import styles from "./settings.module.css";
import { TokenForm } from "./token-form.tsx";

interface KeptSecretsProps {
  readonly standing: SecretsStanding;
  /** Called after something was remembered or forgotten. */
  readonly onChange: () => void;
  /** Called after everything was forgotten. */
  readonly onForgotten: () => void;
}

/** The remembered keys and git host tokens, with buttons to forget each of them, or all. */
export function KeptSecrets({ standing, onChange, onForgotten }: KeptSecretsProps) {
  const formId = useId();
  const keys = standing.known.filter(({ kind }) => kind === "key");
  const tokens = standing.known.filter(({ kind }) => kind === "token");
  return (
    <div className={styles.tokens}>
      {keys.length > 0 && <h3>Keys on this device</h3>}
      <SecretList label="Keys" secrets={keys} onChange={onChange} />
      <h3>Private repositories</h3>
      <SecretList label="Tokens" secrets={tokens} onChange={onChange} />
      <details>
        <summary>Add a token for a git host</summary>
        <TokenForm id={formId} standing={standing} onKept={onChange} />
        <Button type="submit" form={formId}>
          Keep this token
        </Button>
      </details>
      <ForgetEverything onForgotten={onForgotten} />
    </div>
  );
}

const standingTexts: Readonly<Record<KnownSecret["standing"], string>> = {
  page: "until you reload",
  plain: "remembered on this device, not encrypted",
  sealed: "remembered on this device, encrypted",
  locked: "remembered on this device, locked",
};

interface SecretListProps {
  readonly label: string;
  readonly secrets: readonly KnownSecret[];
  readonly onChange: () => void;
}

function SecretList({ label, secrets, onChange }: SecretListProps) {
  const { forgetSecrets } = useActions();
  const [problem, setProblem] = useState<string>();
  async function forget(name: SecretName) {
    const failure = await forgetSecrets([name]);
    setProblem(failure && failureParts(failure).what);
    onChange();
  }
  if (secrets.length === 0) return null;
  return (
    <>
      <ul role="list" aria-label={label}>
        {secrets.map(({ standing, ...name }) => (
          <li key={name.at} className={styles.token}>
            <code>{hostOf(name.at)}</code>
            <span className={styles.about}>{standingTexts[standing]}</span>
            <Button
              size="small"
              aria-label={`Forget the ${name.kind} for ${hostOf(name.at)}`}
              onClick={() => void forget(name)}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </>
  );
}

function ForgetEverything({ onForgotten }: { onForgotten: () => void }) {
  const { forgetEverything } = useActions();
  const [isAsking, setAsking] = useState(false);
  const [forgotten, setForgotten] = useState<Forgotten>();
  async function forget() {
    setAsking(false);
    setForgotten(await forgetEverything());
    onForgotten();
  }
  return (
    <div className={styles.forget}>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Forget everything
      </Button>
      <p role="status" className={styles.promise}>
        {forgotten && forgottenText(forgotten)}
      </p>
      {isAsking && (
        <ConfirmDialog
          title="Forget all keys and tokens?"
          verb="Forget everything"
          keep="Keep them"
          onConfirm={() => void forget()}
          onClose={() => setAsking(false)}
        >
          <p>
            This deletes all keys, tokens and the passphrase from this page and this device, and switches back to the
            demo model. Workspaces and conversations stay. The keys stay valid until you revoke them at the providers.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Says what was forgotten, in sentences. */
function forgottenText({ secrets, wasModelChosen, failure }: Forgotten): string {
  if (failure) return `The keys on this device could not be deleted. ${failureParts(failure).what}`;
  const ofKind = (kind: KnownSecret["kind"]) => secrets.filter((secret) => secret.kind === kind);
  const gone = [
    ...counted(ofKind("key"), "key"),
    ...counted(ofKind("token"), "token"),
    ...(wasModelChosen ? ["the chosen model"] : []),
  ];
  if (gone.length === 0) return "There was nothing to forget.";
  return `Forgotten: ${new Intl.ListFormat("en").format(gone)}. The demo model answers now.`;
}

function counted(secrets: readonly KnownSecret[], word: string): string[] {
  if (secrets.length === 0) return [];
  return [`${plural(secrets.length, word)} (${secrets.map(({ at }) => hostOf(at)).join(", ")})`];
}
