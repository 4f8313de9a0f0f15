import { type FormEvent, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, takeFocus } from "#components/ui/dialog.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { SecretsStanding } from "#lib/models/secrets.ts";
import { KeyField } from "./key-field.tsx";
import {
  notRemembered,
  passphraseProblem,
  RememberFields,
  rememberingIn,
  rememberProblem,
  Unlock,
  useSecrets,
} from "./remembering.tsx";
import styles from "./settings.module.css";

interface TokenFormProps {
  /** Element id of the form, with which a button outside submits it. */
  readonly id: string;
  /** The host that the token is for; absent: the form asks. */
  readonly host?: string;
  readonly standing: SecretsStanding;
  /** Called once the page has the token. */
  readonly onKept: () => void;
}

interface TokenProblems {
  readonly host?: string;
  readonly token?: string;
  readonly passphrase?: string;
}

/** Takes a token for one host, says where it is sent, and stores it on this device only if asked to. */
export function TokenForm({ id, host: fixed, standing, onKept }: TokenFormProps) {
  const { keepSecret } = useActions();
  const [hostText, setHostText] = useState("");
  const [token, setToken] = useState("");
  const [remember, setRemember] = useState(notRemembered);
  const [problems, setProblems] = useState<TokenProblems>({});
  const host = fixed ?? readHost(hostText);
  const changing = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value);
      setProblems({});
    };
  };

  async function keep(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = problemsOf(host, token, passphraseProblem(remember, standing.lock));
    if (host === undefined || Object.keys(found).length > 0) return setProblems(found);
    const name = { kind: "token", at: host } as const;
    const failure = await keepSecret(name, token.trim(), rememberingIn(remember, standing.lock));
    if (failure?.code === "passphrase-wrong") return setProblems({ passphrase: rememberProblem(failure) });
    setRemember(notRemembered);
    if (failure) return setProblems({ token: rememberProblem(failure) });
    setToken("");
    setHostText("");
    onKept();
  }
  return (
    <form id={id} className={styles.tokenForm} onSubmit={(event) => void keep(event)} noValidate autoComplete="off">
      {fixed === undefined && (
        <TextField
          label="Host"
          verbatim
          placeholder="git.example.org"
          value={hostText}
          problem={problems.host}
          onChange={({ target }) => changing(setHostText)(target.value)}
        />
      )}
      <KeyField
        // Not where secrets are locked, which are unlocked first, nor in the settings, where this form is one of several.
        ref={fixed !== undefined && standing.lock !== "locked" ? takeFocus : undefined}
        label="Token"
        value={token}
        problem={problems.token}
        onChange={changing(setToken)}
      />
      <RememberFields
        form={remember}
        lock={standing.lock}
        problem={problems.passphrase}
        onChange={changing(setRemember)}
      />
      <TokenPromise host={host} isRemembered={remember.isRemembered} />
    </form>
  );
}

/** The problems that keep the token from being taken. */
function problemsOf(host: string | undefined, token: string, passphrase: string | undefined): TokenProblems {
  const problem = tokenProblem(token);
  return {
    ...(host === undefined && { host: "Enter the host, such as git.example.org." }),
    ...(problem && { token: problem }),
    ...(passphrase && { passphrase }),
  };
}

/** Where a token is sent and stored; shown before the person types it. */
function TokenPromise({ host = "its host", isRemembered }: { host: string | undefined; isRemembered: boolean }) {
  return (
    <p className={styles.promise}>
      Use a read-only token. It goes through this page’s server to <code>{host}</code> and nowhere else, and only if{" "}
      <code>{host}</code> does not answer without it.{" "}
      {!isRemembered && "It stays in this page’s memory until you reload. "}
      It is never part of a link, a saved workspace or its files.
    </p>
  );
}

interface TokenDialogProps {
  readonly host: string;
  readonly onClose: () => void;
  /** Called once the page has the token. */
  readonly onKept: () => void;
}

/** Asks for a token for a host that refused a repository without one. */
export function TokenDialog({ host, onClose, onKept }: TokenDialogProps) {
  const formId = useId();
  const { standing, look } = useSecrets();
  const { knownSecrets } = useActions();
  /** Unlocking may have brought this host's token, or tokens of others alone; forgetting brings none. */
  async function lookForToken() {
    const { known } = await knownSecrets();
    if (known.some((each) => each.kind === "token" && each.at === host && each.standing !== "locked")) onKept();
    else await look();
  }
  return (
    <Dialog
      title={`Token for ${host}`}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Use this token
          </Button>
        </>
      }
    >
      {standing && (
        <>
          <Unlock standing={standing} onChange={() => void lookForToken()} />
          <TokenForm id={formId} host={host} standing={standing} onKept={onKept} />
        </>
      )}
    </Dialog>
  );
}

/** The host meant by a host name or by the address of something on it; `undefined` if it is neither. */
export function readHost(text: string): string | undefined {
  const address = text.trim().includes("://") ? text.trim() : `https://${text.trim()}`;
  if (!URL.canParse(address)) return undefined;
  const { host, username, password } = new URL(address);
  return host === "" || username !== "" || password !== "" ? undefined : host;
}

/** Why this is not a valid token, in one sentence. */
export function tokenProblem(token: string): string | undefined {
  if (!token.trim()) return "Paste the token.";
  // HTTP headers take printable ASCII only; a token pasted with a line break or a curly quote would fail without a reason.
  return /^[\x21-\x7e]+$/.test(token.trim())
    ? undefined
    : "This token has characters that no token has. Paste it again.";
}
