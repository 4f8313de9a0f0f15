import { expect, test } from "vitest";
import { activations } from "./activations.ts";
import type { ChatMessage } from "./message.ts";
import { readsOf } from "./reads.ts";

const pdf = "/w/skills/pdf/SKILL.md";
const git = "/w/skills/git/SKILL.md";

function read(id: string, path: string, failed = false): ChatMessage {
  const call = { type: "tool-read_file", toolCallId: `${id}-${path}`, input: { path } } as const;
  const output = { path, text: "some words here", bytes: 15, lines: 1, truncated: false };
  const part = failed
    ? ({ ...call, state: "output-error", errorText: "no" } as const)
    : ({ ...call, state: "output-available", output } as const);
  return { id, role: "assistant", parts: [{ type: "step-start" }, part] };
}

function invoke(id: string, location: string): ChatMessage {
  const metadata = { typed: "/pdf", invoked: { name: "pdf", location } };
  return { id, role: "user", metadata, parts: [{ type: "text", text: "[Activate skill: pdf]" }] };
}

test("the first successful read of a SKILL.md activates a skill, and the first to do so counts", () => {
  const messages = [read("1", git, true), read("2", pdf), invoke("3", pdf), read("4", git)];
  expect([...activations(messages, [pdf, git])]).toEqual([
    [pdf, { by: "model", messageId: "2" }],
    [git, { by: "model", messageId: "4" }],
  ]);
});

test("a person's invocation activates without a read", () => {
  expect([...activations([invoke("1", pdf), read("2", pdf)], [pdf])]).toEqual([[pdf, { by: "user", messageId: "1" }]]);
});

test("a SKILL.md that is no known skill's activates nothing", () => {
  expect(activations([read("1", pdf)], [git]).size).toBe(0);
});

test("reads are told apart by tier, with what they cost", () => {
  const messages = [read("1", pdf), read("1", "/w/skills/pdf/references/a.md"), read("1", "/w/skills/pdfs.md")];
  expect(readsOf(messages, [pdf]).map(({ tier }) => tier)).toEqual([2, 3, "plain"]);
  expect(readsOf(messages, [pdf])[0]).toMatchObject({ by: "model", tokens: 3 });
});
