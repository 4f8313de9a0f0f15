import { expect, it } from "vitest";
import { inSlices } from "#lib/async/slices.ts";
import { draftRequest } from "#lib/chat/request.ts";
import { sketchRequest } from "#lib/chat/sketch-request.ts";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { countAll } from "#lib/chat/tokens/token-worker.ts";
import { profiles } from "#lib/harness/profiles.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture } from "#lib/workspace/page-fixture.ts";
import { contextParts } from "./context-parts.ts";
import { allTexts, estimateTotals, sumTotals, totalsFrom } from "./token-totals.ts";

const skillText = "---\nname: greet\ndescription: Says hello to people\n---\n\nSay hello to $ARGUMENTS.\n";
const page = createPageFixture();

function partsOf({ store, chatHost }: Workspace) {
  const { view, conversation } = store.getState();
  const { messages } = conversation;
  const request = sketchRequest(chatHost, messages);
  return contextParts({ request, catalog: view.catalog, messages, skills: view.discovery.skills });
}

async function shownTotal(workspace: Workspace): Promise<number> {
  return sumTotals(await inSlices(estimateTotals(partsOf(workspace))));
}

/** What the answer's one request sent and received, as the model counts it. */
function answeredTotal({ store }: Workspace): number {
  const answer = store.getState().conversation.messages.at(-1);
  expect(answer?.parts.filter(({ type }) => type === "step-start")).toHaveLength(1);
  const { inputTokens = 0, outputTokens = 0 } = answer?.metadata?.usage ?? {};
  return inputTokens + outputTokens;
}

it.each(profiles.map(({ id, label }) => [label, id]))(
  "under %s catalog, context, request and footer add up, estimated and exact, and so does what an answer took and gave",
  async (_, id) => {
    const workspace = await page.openSkill(skillText, id);
    const { actions, store, chatHost } = workspace;
    for (const line of ["hello there", "/greet Ann"]) {
      const request = await draftRequest(chatHost, store.getState().conversation.messages);
      const texts = request.map(({ text }) => text);
      const parts = partsOf(workspace);

      const estimated = await inSlices(estimateTotals(parts));
      expect(sumTotals(estimated)).toBe(texts.reduce((sum, text) => sum + sampleTokens(text), 0));
      const counted = allTexts(parts);
      const exact = totalsFrom(parts, new Map(countAll(counted).map((count, index) => [counted[index] ?? "", count])));
      expect(sumTotals(exact)).toBe(countAll(texts).reduce((sum, count) => sum + count, 0));
      const { catalog } = store.getState().view;
      if (line === "hello there") expect(estimated.catalog).toBe(sampleTokens(catalog.text));
      expect(estimated.tools).toBeGreaterThan(0);

      await actions.submit(line);
      if (line === "hello there") expect(answeredTotal(workspace)).toBe(await shownTotal(workspace));
    }
  },
);
