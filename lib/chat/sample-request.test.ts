import { expect, it } from "vitest";
import { askFor, sampleRequest } from "./sample-request.ts";

// Descriptions as written in public repositories, reworded.
it.each<[string, string | undefined]>([
  // A quoted phrase is what a person says.
  ['Feedback on screens. Trigger with "critique", "check this mockup", or a shared link.', "Check this mockup"],
  ['Plans a day. Use for "morning brief", "what is on my list today", and the like.', "What is on my list today?"],
  ["Rewrites posts. Triggers on 'fix my post', 'engineering as a topic'.", "Fix my post"],
  ["Works on a user's files. Use when the user's team asks to 'X'.", "Help me work on my files"],
  // "Use when" and similar beginnings.
  [
    "Use when a user asks to debug or fix failing checks of a pull request. Use the app.",
    "Help me debug or fix failing checks of a pull request",
  ],
  ["Charts. Use when building charts, choosing colours, or drawing maps.", "Help me build charts"],
  [
    "This skill should be used when users want to run a workload on rented machines.",
    "Help me run a workload on rented machines",
  ],
  [
    "Forms. Use when the user needs to plan, evaluate, or build a sign-up form — for any page.",
    "Help me plan a sign-up form",
  ],
  ["Records. Use when the user wants a branded slide deck, or notes.", "I want a branded slide deck"],
  ["Models. Use when the user wants to pin down their terms of art.", "Help me pin down my terms of art"],
  ["Fuzzer. Use for testing C code that a compiler takes.", "Help me test C code that a compiler takes"],
  ["Documents: when Claude needs to fill in a form or programmatically process pages.", undefined],
  // Descriptions of what the skill does.
  [
    "Reviews a contract in plain English, shows what is odd, and marks it up.",
    "Help me review a contract in plain English",
  ],
  ["Create and verify release notes from commits.", "Help me create and verify release notes from commits"],
  ["Generate thorough, developer-friendly documents from code", undefined],
  ["Steps. Use when testing code handling secrets.", "Help me test code handling secrets"],
  ["Sets up and tunes databases on a cloud.", "Help me set up and tune databases on a cloud"],
  [
    "Hosting. Use when the user wants to deploy, host, or set up their site on a cloud.",
    "Help me deploy my site on a cloud",
  ],
  ["Merges results from many sources into coherent, short answers.", "Help me merge results from many sources"],
  [
    "Generate a wizard that leads somebody through the many steps of a migration that a script cannot take.",
    "Help me generate a wizard",
  ],
  // Descriptions of what is done for the user.
  ["Guide users through a review of their taxes.", "Guide me through a review of my taxes"],
  ["Teach the user a new word.", "Teach me a new word"],
  // Sentences about the skill that no person would say.
  ["Colours. There are ten that you can apply to any artifact that has been made.", undefined],
  ["Plans. Trigger with 'how can we improve', 'design a plan for'.", undefined],
  ["Use when starting any conversation.", undefined],
  ["Products. Use when deciding between boards, tables, and lists.", undefined],
  ["Testing specialist for errors and more.", undefined],
  ["You MUST use this before any creative work: building things, adding things.", undefined],
  ["Expert in the theory of queues. Masters everything. Use PROACTIVELY.", undefined],
  ["Best practices for videos made with components", undefined],
  ["Planning skill for alerts and reminders.", undefined],
  ["Replace with a description of the skill.", undefined],
  ["", undefined],
])("of %j makes %j", (description, request) => {
  expect(sampleRequest({ name: "it", description })).toBe(request);
});

it("asks what a skill can do where its description makes no sentence", () => {
  expect(askFor({ name: "queues", description: "Queues." })).toBe("What can the skill queues do for me?");
});

it("shows none of what is hidden or long, in bounded time", () => {
  const hidden = sampleRequest({ name: "it", description: "Use when building\u202e **charts**\u{e0041} for `me`." });
  expect(hidden).toBe("Help me build charts for me");
  for (const part of ["use when ", '"a this ', "(", "when the user wants to ", "a, "]) {
    const request = sampleRequest({ name: "it", description: part.repeat(20_000) });
    expect((request ?? "").length).toBeLessThanOrEqual(90);
  }
});
