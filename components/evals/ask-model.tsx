import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Help } from "#components/ui/help.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { modelLabel } from "#lib/chat/model-choice.ts";
import { writeLines } from "#lib/evals/requests.ts";
import { failureOf } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import type { Adding } from "./adding.ts";

interface AskModelProps {
  readonly skill: string;
  readonly disabled: boolean;
  readonly adding: Adding;
}

/** Has the chosen model write requests for the skill: one call, made only on a click. The demo model cannot. */
export function AskModel({ skill, disabled, adding }: AskModelProps) {
  const { writeRequests } = useActions();
  const choice = useWorkspace(({ models }) => models.choice);
  const tested = useWorkspace(({ view }) => view.discovery.skills.find(({ name }) => name === skill));
  const [isAsking, setIsAsking] = useState(false);
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);
  const { label, provider, scripted } = modelLabel(choice);
  if (scripted || !tested) return null;

  async function ask({ name, description }: { readonly name: string; readonly description: string }) {
    const stop = new AbortController();
    asking.current = stop;
    setIsAsking(true);
    try {
      const requests = await writeRequests({ name, description }, stop.signal);
      // Stopped just after the answer came.
      if (stop.signal.aborted) return;
      adding.tell(requests.length === 0 ? `${label} wrote no requests. Write some yourself.` : undefined);
      adding.add(writeLines(requests, name));
    } catch (caught) {
      const failure = failureOf(caught);
      if (!failure && !stop.signal.aborted) throw caught;
      adding.tell(failure && failure.code !== "cancelled" ? failureText(failure) : undefined);
    } finally {
      setIsAsking(false);
    }
  }

  if (isAsking) return <Button onClick={() => asking.current?.abort()}>Stop asking {label}</Button>;
  return (
    <>
      <Button disabled={disabled} onClick={() => void ask(tested)}>
        Ask {label} for three
      </Button>
      <Help about="What is sent">
        <p>
          One request with the name and description of {tested.name} goes to {provider}. Nothing else is sent.
        </p>
      </Help>
    </>
  );
}
