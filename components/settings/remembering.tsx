import { type FormEvent, useCallback, useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { Failure } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { plural } from "#lib/format-count.ts";
import type { Remembering, SecretsStanding } from "#lib/models/secrets.ts";
import { KeyField } from "./key-field.tsx";
import styles from "./settings.module.css";

/** Whether and how to remember a secret, as ticked and typed. */
export interface RememberForm {
  readonly isRemembered: boolean;
  /** Empty: stored without encryption, or the lock is already open. */
  readonly passphrase: string;
}

export const notRemembered: RememberForm = { isRemembered: false, passphrase: "" };

/** How the form wants the secret remembered. */
export function rememberingIn({ isRemembered, passphrase }: RememberForm, lock: SecretsStanding["lock"]): Remembering {
  if (!isRemembered) return { kind: "page" };
  if (lock === "open") return { kind: "sealed" };
  return passphrase === "" ? { kind: "plain" } : { kind: "sealed", passphrase };
}

const shortestPassphrase = 8;

/** Why the passphrase is not valid, in one sentence. Only a new one has a minimum length. */
export function passphraseProblem(form: RememberForm, lock: SecretsStanding["lock"]): string | undefined {
  const { kind, passphrase } = { passphrase: undefined, ...rememberingIn(form, lock) };
  if (kind !== "sealed" || passphrase === undefined || lock !== "none" || passphrase.length >= shortestPassphrase)
    return undefined;
  return `Use at least ${shortestPassphrase} characters. Short passphrases can be guessed by anyone who copies this browser's files.`;
}

/** The sentence for a wrong passphrase, or for another reason why nothing was remembered. */
export function rememberProblem(failure: Failure): string {
  const { what, next } = failureParts(failure);
  const isPassphrase = failure.code === "passphrase-wrong" || failure.code === "encryption-missing";
  return isPassphrase ? `${what} ${next}` : `It could not be saved. ${what} You can use it until you reload.`;
}

interface RememberFieldsProps {
  readonly form: RememberForm;
  readonly lock: SecretsStanding["lock"];
  readonly problem: string | undefined;
  readonly onChange: (form: RememberForm) => void;
}

/** Whether to remember on this device, and with which passphrase; says what that means. */
export function RememberFields({ form, lock, problem, onChange }: RememberFieldsProps) {
  const { isRemembered, passphrase } = form;
  return (
    <>
      <label className={styles.remember}>
        <input
          type="checkbox"
          checked={isRemembered}
          onChange={(event) => onChange({ ...form, isRemembered: event.target.checked })}
        />
        Remember on this device
      </label>
      {isRemembered && lock !== "open" && (
        <KeyField
          label={lock === "locked" ? "Your passphrase" : "Passphrase, to encrypt it"}
          name="passphrase"
          value={passphrase}
          problem={problem}
          onChange={(text) => onChange({ ...form, passphrase: text })}
        />
      )}
      {isRemembered && <p className={styles.promise}>{rememberPromise(form, lock)}</p>}
    </>
  );
}

function rememberPromise({ passphrase }: RememberForm, lock: SecretsStanding["lock"]): string {
  if (lock === "open") return "Encrypted with your passphrase, which you enter once after a reload.";
  if (passphrase === "")
    return "Without a passphrase it is stored unencrypted: anyone who can use this browser can read it until you forget it here.";
  return "Encrypted in this browser (AES-GCM, key from your passphrase by PBKDF2). Enter the passphrase once after a reload. It is not stored, so nobody can recover it.";
}

/** Which secrets exist, and a function to read them again. */
export function useSecrets() {
  const { knownSecrets } = useActions();
  const [standing, setStanding] = useState<SecretsStanding>();
  const look = useCallback(async () => setStanding(await knownSecrets()), [knownSecrets]);
  useEffect(() => {
    let isOver = false;
    void knownSecrets().then((known) => isOver || setStanding(known));
    return () => {
      isOver = true;
    };
  }, [knownSecrets]);
  return { standing, look };
}

interface UnlockProps {
  readonly standing: SecretsStanding;
  /** Called after the lock was opened, or the locked secrets were forgotten. */
  readonly onChange: () => void;
}

/** Asks for the passphrase if secrets are locked; who has forgotten it can forget the secrets. */
export function Unlock({ standing, onChange }: UnlockProps) {
  const { unlockSecrets, forgetSecrets } = useActions();
  const [passphrase, setPassphrase] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const locked = standing.known.filter(({ standing: where }) => where === "locked");
  if (locked.length === 0) return null;

  async function unlock(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const failure = await unlockSecrets(passphrase);
    setBusy(false);
    setProblem(failure && rememberProblem(failure));
    if (!failure) onChange();
  }
  async function forget() {
    const failure = await forgetSecrets(locked);
    if (failure) setProblem(failureParts(failure).what);
    else onChange();
  }
  return (
    <form className={styles.unlock} onSubmit={(event) => void unlock(event)} noValidate autoComplete="off">
      <KeyField
        label={`Passphrase for ${plural(locked.length, "locked key or token", "locked keys and tokens")}`}
        value={passphrase}
        problem={problem}
        onChange={(text) => {
          setPassphrase(text);
          setProblem(undefined);
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" disabled={isBusy || passphrase === ""}>
          {isBusy ? "Unlocking…" : "Unlock"}
        </Button>
        {problem !== undefined && (
          <Button variant="danger" onClick={() => void forget()}>
            Forget locked keys
          </Button>
        )}
      </div>
    </form>
  );
}
