import { type ReactNode, Suspense, useState, useTransition } from "react";
import { ExactCounts } from "#components/transcript/token-count.tsx";
import { Button } from "#components/ui/button.tsx";
import { LateStatus } from "#components/ui/empty-state.tsx";
import { ErrorBoundary } from "#components/ui/error-boundary.tsx";
import { lazyPart } from "#components/ui/fetched-part.tsx";
import { Help } from "#components/ui/help.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { Panel } from "#components/workspace/panel.tsx";
import { useToldProfile } from "#components/workspace/use-told-profile.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { windowOf } from "#lib/chat/model-choice.ts";
import { formatCount } from "#lib/format-count.ts";
import { windowFor } from "#lib/harness/vocabulary/profile.ts";
import { CatalogTab } from "./catalog-tab.tsx";
import { ContextBar } from "./context-bar.tsx";
import { useContextParts } from "./context-parts.ts";
import { type CountState, shortTokens, sumTotals, useTokenTotals } from "./token-totals.ts";
import { windowSource } from "./window-use.ts";

// Needs every reader of SKILL.md and its frontmatter, so it is fetched when first opened.
const RequestTab = lazyPart(async () => (await import("./request-tab.tsx")).RequestTab);

type TabId = "catalog" | "request";

const tabs = [
  { id: "catalog", label: "Catalog", panel: () => kept("The catalog", <CatalogTab />) },
  { id: "request", label: "Request", panel: () => kept("The request", <RequestTab />) },
] as const;

function kept(what: string, view: ReactNode): ReactNode {
  return (
    <ErrorBoundary key={what} what={what}>
      {view}
    </ErrorBoundary>
  );
}

/** What the model sees: tokens per tier, and every text verbatim. */
export function ContextPanel() {
  const [tab, setTab] = useState<TabId>("catalog");
  const [isOpening, startOpening] = useTransition();
  const parts = useContextParts();
  const { totals, counts, count, setExact } = useTokenTotals(parts);
  const total = shortTokens(sumTotals(totals));
  const models = useWorkspace((state) => state.models);
  const profile = useToldProfile();
  const window = windowFor(profile, windowOf(models));
  return (
    <Panel
      name="Context"
      note={
        <>
          {count === "exact" ? "" : "≈"}
          {total} of {shortTokens(window)}
        </>
      }
      actions={
        <Help about="Context">
          <p>
            Every request holds the system prompt (the lab’s own lines), the tools and the catalog. A file is added once
            the model reads it.
          </p>
          <p>
            The window holds {formatCount(window)} tokens, {windowSource(models, profile)}.
          </p>
          <CountSwitch count={count} setExact={setExact} />
        </Help>
      }
    >
      <ContextBar totals={totals} isExact={count === "exact"} window={window} />
      {isOpening && <LateStatus>Fetching the view…</LateStatus>}
      {/* The old tab stays until the next one is ready. */}
      <ExactCounts value={counts}>
        <Suspense>
          <Tabs
            label="Views of the context"
            tabs={tabs}
            current={tab}
            onChange={(next) => startOpening(() => setTab(next))}
          />
        </Suspense>
      </ExactCounts>
    </Panel>
  );
}

interface CountSwitchProps {
  readonly count: CountState;
  readonly setExact: (exact: boolean) => void;
}

/** Switches between the estimate and the exact count, whose tokenizer is a megabyte to download. */
function CountSwitch({ count, setExact }: CountSwitchProps) {
  const isOn = count === "exact" || count === "counting";
  return (
    <>
      <p>
        Counts marked ≈ are estimates. Exact ones use o200k, the vocabulary of current OpenAI models, and load 1 MB the
        first time.
      </p>
      <Button size="small" aria-pressed={isOn} onClick={() => setExact(!isOn)}>
        {count === "counting" ? "Counting…" : count === "unavailable" ? "Counter not loaded" : "Count exactly"}
      </Button>
    </>
  );
}
