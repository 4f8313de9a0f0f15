import { useEffect, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { KnownHost } from "#lib/workspace/mounts/host-tokens.ts";
import styles from "./settings.module.css";
import { TokenForm } from "./token-form.tsx";

/** The hosts that a token was given for, with a way to take each back, and the form for another. */
export function KeptTokens() {
  const { knownHosts, forgetToken } = useActions();
  const formId = useId();
  const [hosts, setHosts] = useState<readonly KnownHost[]>([]);
  async function look() {
    setHosts(await knownHosts());
  }
  useEffect(() => {
    let isOver = false;
    void knownHosts().then((known) => isOver || setHosts(known));
    return () => {
      isOver = true;
    };
  }, [knownHosts]);
  async function forget(host: string) {
    await forgetToken(host);
    await look();
  }
  return (
    <div className={styles.tokens}>
      <h3>Private repositories</h3>
      {hosts.length > 0 && (
        <ul role="list" aria-label="Tokens">
          {hosts.map(({ host, isRemembered }) => (
            <li key={host} className={styles.token}>
              <code>{host}</code>
              <span className={styles.about}>{isRemembered ? "remembered on this device" : "until you reload"}</span>
              <Button size="small" aria-label={`Forget the token for ${host}`} onClick={() => void forget(host)}>
                Forget
              </Button>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>Add a token for a git host</summary>
        <TokenForm id={formId} onKept={() => void look()} />
        <Button type="submit" form={formId}>
          Keep this token
        </Button>
      </details>
    </div>
  );
}
