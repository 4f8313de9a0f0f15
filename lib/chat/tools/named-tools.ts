import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import type { ReadToolNames } from "#lib/harness/vocabulary/access.ts";
import { harnessNames } from "./told-tools.ts";

/**
 * `model` with the harness's names for the tools that look at files. In this code and in kept conversations these tools
 * have the lab's own names, whatever the harness.
 */
export function withToolNames(model: LanguageModelV4, names: ReadToolNames | undefined): LanguageModelV4 {
  if (!names) return model;
  const outward = harnessNames(names);
  const inward = new Map([...outward].map(([own, harness]) => [harness, own]));
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: "v4",
      transformParams: async ({ params }) => renamed(params, outward),
      wrapStream: async ({ doStream }) => {
        const { stream, ...result } = await doStream();
        const back = new TransformStream({
          transform(part, controller) {
            controller.enqueue(withName(part, inward));
          },
        });
        return { ...result, stream: stream.pipeThrough(back) };
      },
    },
  });
}

/** A call with the harness's names for the tools that look at files. */
export function withHarnessNames(
  options: LanguageModelV4CallOptions,
  names: ReadToolNames,
): LanguageModelV4CallOptions {
  return renamed(options, harnessNames(names));
}

type Names = ReadonlyMap<string, string>;

function renamed(options: LanguageModelV4CallOptions, names: Names): LanguageModelV4CallOptions {
  const { tools, prompt } = options;
  return {
    ...options,
    prompt: prompt.map((message) => messageWith(message, names)),
    ...(tools && { tools: tools.map((tool) => ({ ...tool, name: names.get(tool.name) ?? tool.name })) }),
  };
}

function messageWith(message: LanguageModelV4Message, names: Names): LanguageModelV4Message {
  if (message.role === "assistant")
    return { ...message, content: message.content.map((part) => withName(part, names)) };
  if (message.role === "tool") return { ...message, content: message.content.map((part) => withName(part, names)) };
  return message;
}

/** A part with its tool's name replaced; a part without a tool is returned as it is. */
function withName<Part extends object>(part: Part, names: Names): Part {
  const name = "toolName" in part && typeof part.toolName === "string" ? names.get(part.toolName) : undefined;
  return name === undefined ? part : { ...part, toolName: name };
}
