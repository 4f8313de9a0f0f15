import type { ModelFailure } from "#lib/failure.ts";
import { allOf, clause, type Texts } from "./words.ts";

const conversationSafe = "The conversation so far is kept.";

export const modelTexts: Texts<ModelFailure> = {
  "model-key-missing": ({ provider }) => ({
    title: "No key yet",
    what: `${provider} answers only with a key, and none is set.`,
    safe: conversationSafe,
    next: "Enter your key in the settings, or choose the demo model, which needs none.",
  }),
  "model-key-refused": ({ provider }) => ({
    title: "Key not accepted",
    what: `${provider} did not accept the key.`,
    safe: conversationSafe,
    next: "Check in the settings that the key is whole, valid and meant for this provider.",
  }),
  "model-rate-limited": ({ provider }) => ({
    title: "The provider asks for a pause",
    what: `${provider} is taking no more requests with this key for now, or its credit is used up.`,
    safe: conversationSafe,
    next: "Wait a minute and retry, or choose another model.",
  }),
  "model-unreachable": ({ provider }) => ({
    title: "The model cannot be reached",
    what: `The browser got no answer from ${provider}: it is offline, or does not allow requests from this page.`,
    safe: conversationSafe,
    next: "Check that you are online and that the address in the settings is right.",
  }),
  "model-blocked": ({ provider, origins }) => ({
    title: "The page may not reach this model",
    what: `This page may send requests only to ${allOf(origins)}, so not to ${provider}; whoever runs it can allow more with SKILLGROUND_CONNECT.`,
    safe: conversationSafe,
    next: "Choose another model in the settings.",
  }),
  "model-failed": ({ provider, detail }) => ({
    title: "The model gave up",
    what: `${provider} ended the answer with an error: ${clause(detail)}.`,
    safe: conversationSafe,
    next: "Retry, or choose another model.",
  }),
  "model-too-long": ({ provider }) => ({
    title: "The conversation is too long",
    what: `What would be sent is more than this model of ${provider} takes in.`,
    safe: conversationSafe,
    next: "Start a new conversation, or choose a model that takes more.",
  }),
};
