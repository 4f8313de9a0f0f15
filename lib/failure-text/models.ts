import type { ModelFailure, UnfinishedReason } from "#lib/failure.ts";
import { plural } from "#lib/format-count.ts";
import { allOf, atStart, clause, saying, type Texts } from "./words.ts";

const conversationSafe = "The conversation so far is kept.";

export const modelTexts: Texts<ModelFailure> = {
  "model-key-missing": ({ provider, isLocked = false }) => ({
    title: isLocked ? "The key is locked" : "No key yet",
    what: isLocked
      ? `The key for ${provider} is remembered on this device and locked by your passphrase.`
      : `${atStart(provider)} needs a key, and none is set.`,
    safe: conversationSafe,
    next: isLocked
      ? "Enter your passphrase in Settings, then retry."
      : "Enter your key in Settings, or choose the demo model, which needs none.",
  }),
  "model-key-refused": ({ provider, said }) => ({
    title: "No valid key",
    what: `${atStart(provider)} asks for a valid key${saying(said)}`,
    safe: conversationSafe,
    next: "Check in Settings that a key is set, complete and meant for this provider.",
  }),
  "model-rate-limited": ({ provider, said, retryAfter }) => ({
    title: "Rate limit reached",
    what: `${atStart(provider)} accepts no more requests with this key for now, or its credit is used up${saying(said)}`,
    safe: conversationSafe,
    next: `${waiting(retryAfter)}, or choose another model.`,
  }),
  "model-busy": ({ provider, said, retryAfter }) => ({
    title: "The provider is busy",
    what: `${atStart(provider)} is overloaded right now${saying(said)}`,
    safe: conversationSafe,
    next: `${waiting(retryAfter)}, or choose another model.`,
  }),
  "model-refused": ({ provider, status, said }) => ({
    title: "The provider refused the request",
    what: `${atStart(provider)} refused the request (status ${status})${saying(said)}`,
    safe: conversationSafe,
    next: refusalAdvice[status] ?? "Choose another model in Settings, or retry.",
  }),
  "model-unreachable": ({ provider }) => ({
    title: "The model cannot be reached",
    what: `The browser got no answer from ${provider}: it is offline, or does not allow requests from this page.`,
    safe: conversationSafe,
    next: "Check that you are online and that the address in Settings is right.",
  }),
  "model-cut": ({ provider }) => ({
    title: "The connection was cut",
    what: `The connection to ${provider} broke off in the middle of the answer.`,
    safe: "What arrived is kept, with every finished step.",
    next: "Continue from there, or retry.",
  }),
  "model-page": ({ provider }) => ({
    title: "A web page came back",
    what: `${atStart(provider)} returned a web page instead of an answer. Your network may require a sign-in, or the address may be wrong.`,
    safe: conversationSafe,
    next: "Sign in to the network, or check the address in Settings; then retry.",
  }),
  "model-redirected": ({ provider }) => ({
    title: "The model's server redirects",
    what: `${atStart(provider)} redirected to another address. The lab does not follow it, because that address would get your conversation and key.`,
    safe: conversationSafe,
    next: "If the server has moved, enter its new address in Settings. Otherwise choose another model.",
  }),
  "model-blocked": ({ provider, origins }) => ({
    title: "This page cannot reach this model",
    what: `This page can send requests only to ${allOf(origins)}, not to ${provider}. Whoever runs it can allow more with SKILLGROUND_CONNECT.`,
    safe: conversationSafe,
    next: "Choose another model in Settings.",
  }),
  "model-failed": ({ provider, detail }) => ({
    title: "The model failed",
    what: `${atStart(provider)} ended the answer with an error: ${clause(detail)}.`,
    safe: conversationSafe,
    next: "Retry, or choose another model.",
  }),
  "model-unlisted": ({ provider, detail }) => ({
    title: "The request failed",
    what: `${atStart(provider)} did not answer as expected: ${clause(detail)}.`,
    safe: conversationSafe,
    next: "Check the address, or type the model's name as the provider writes it.",
  }),
  "model-absent": ({ provider, detail }) => ({
    title: "The model is not ready",
    what: `The model of ${provider} cannot answer: ${clause(detail)}.`,
    safe: conversationSafe,
    next: "Set it up in Settings, or choose another model there.",
  }),
  "model-unfinished": ({ provider, why, steps }) => ({
    title: "The answer is incomplete",
    what: unfinished[why](provider, steps),
    safe: why in unfinishedAdvice ? conversationSafe : "What arrived is kept, with every finished step.",
    next: unfinishedAdvice[why] ?? "Continue from there, or retry.",
  }),
  "model-too-long": ({ provider, said }) => ({
    title: "The conversation is too long",
    what: `The conversation is too long for this model of ${provider}${saying(said)}`,
    safe: conversationSafe,
    next: "Leave out tool results, start a new conversation, or choose a model with a larger window.",
  }),
};

/** What can be done about a refusal, by its status. */
const refusalAdvice: Readonly<Record<number, string>> = {
  400: "Another model may accept it: choose one in Settings.",
  402: "Add credit to the account of this key, or choose a model that is free.",
  403: "The key may not use this model, or not from your location: choose another model or key in Settings.",
  404: "Check the model's name and the address in Settings.",
};

/** What can be done where an answer that ended in order may have nothing from which it could be continued. */
const unfinishedAdvice: Readonly<Partial<Record<UnfinishedReason, string>>> = {
  empty: "Retry, or choose another model.",
  withheld: "Rephrase your message, or choose another model.",
};

/** Why an answer that ended in order is not whole. */
const unfinished: Readonly<Record<UnfinishedReason, (provider: string, steps?: number) => string>> = {
  length: (provider) => `The answer of ${provider} reached the model's length limit.`,
  withheld: (provider) => `${atStart(provider)} withheld all or part of the answer under its content rules.`,
  empty: (provider) => `${atStart(provider)} sent an empty answer.`,
  steps: (_, steps = 0) => `The model called tools ${plural(steps, "time")} in a row and has not answered yet.`,
  other: (provider) => `${atStart(provider)} ended the answer early and did not say why.`,
};

/** @param seconds until it takes requests again, where it says so */
function waiting(seconds: number | undefined): string {
  if (seconds === undefined) return "Wait a minute and retry";
  if (seconds < 90) return `It accepts requests again in ${plural(Math.ceil(seconds), "second")}: retry then`;
  return `It accepts requests again in ${plural(Math.ceil(seconds / 60), "minute")}: retry then`;
}
