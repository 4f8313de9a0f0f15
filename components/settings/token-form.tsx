import { type FormEvent, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { failureParts } from "#lib/failure-text.ts";
import { CheckedField, KeyField } from "./checked-field.tsx";
import styles from "./settings.module.css";

interface TokenFormProps {
  /** For the button that submits it. */
  readonly id: string;
  /** The one host it is about; where there is none, the form asks for it. */
  readonly host?: string;
  /** Called once the page has the token. */
  readonly onKept: () => void;
}

/** Takes a token for one host, says where it goes, and keeps it on this device only where asked to. */
export function TokenForm({ id, host: fixed, onKept }: TokenFormProps) {
  const { keepToken } = useActions();
  const [hostText, setHostText] = useState("");
  const [token, setToken] = useState("");
  const [isRemembered, setRemembered] = useState(false);
  const [problems, setProblems] = useState<{ host?: string; token?: string }>({});
  const host = fixed ?? readHost(hostText);

  async function keep(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const problem = tokenProblem(token);
    if (host === undefined || problem) {
      setProblems({
        ...(host === undefined && { host: "Name the host, such as git.example.org." }),
        ...(problem && { token: problem }),
      });
      return;
    }
    const failure = await keepToken(host, token.trim(), isRemembered);
    if (failure) {
      setRemembered(false);
      setProblems({ token: `It cannot be remembered. ${failureParts(failure).what} You can use it until you reload.` });
      return;
    }
    setToken("");
    setHostText("");
    onKept();
  }
  return (
    <form id={id} className={styles.tokenForm} onSubmit={(event) => void keep(event)} noValidate autoComplete="off">
      {fixed === undefined && (
        <CheckedField
          label="Host"
          placeholder="git.example.org"
          value={hostText}
          problem={problems.host}
          onChange={(text) => {
            setHostText(text);
            setProblems({});
          }}
        />
      )}
      <KeyField
        label="Token"
        value={token}
        problem={problems.token}
        onChange={(text) => {
          setToken(text);
          setProblems({});
        }}
      />
      <label className={styles.remember}>
        <input type="checkbox" checked={isRemembered} onChange={(event) => setRemembered(event.target.checked)} />
        Remember on this device
      </label>
      <TokenPromise host={host} isRemembered={isRemembered} />
    </form>
  );
}

/** Where a token goes and stays, said before it is given. */
function TokenPromise({ host = "its host", isRemembered }: { host: string | undefined; isRemembered: boolean }) {
  return (
    <p className={styles.promise}>
      Use one that may only read. It goes to <code>{host}</code> and no other host, by way of this page's server, and
      only when <code>{host}</code> does not answer without it.{" "}
      {isRemembered
        ? "It is kept in this browser's storage as it is, not encrypted, until you forget it here: anyone who can use this browser can read it."
        : "It stays in the memory of this page and is gone when you reload."}{" "}
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

/** Asks for a token of the host that would not give a repository without one. */
export function TokenDialog({ host, onClose, onKept }: TokenDialogProps) {
  const formId = useId();
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
      <TokenForm id={formId} host={host} onKept={onKept} />
    </Dialog>
  );
}

/** The host that a person means, by its name or by the address of something on it; `undefined` when it is none. */
export function readHost(text: string): string | undefined {
  const address = text.trim().includes("://") ? text.trim() : `https://${text.trim()}`;
  if (!URL.canParse(address)) return undefined;
  const { host, username, password } = new URL(address);
  return host === "" || username !== "" || password !== "" ? undefined : host;
}

/** Why this is no token, in one sentence. */
export function tokenProblem(token: string): string | undefined {
  if (!token.trim()) return "Paste the token.";
  // A header takes printable ASCII; one pasted with a line break or a curly quote fails without a reason.
  return /^[\x21-\x7e]+$/.test(token.trim())
    ? undefined
    : "This token holds characters that no token has. Paste it again.";
}
