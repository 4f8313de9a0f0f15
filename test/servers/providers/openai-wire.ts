import type { IncomingMessage } from "node:http";
import type { Refusal } from "./fake-provider.ts";

const errors: Record<number, { message: string; type: string; code: string | null }> = {
  400: {
    message: "This model's maximum context length is 128000 tokens.",
    type: "invalid_request_error",
    code: "context_length_exceeded",
  },
  401: { message: "Incorrect API key provided.", type: "invalid_request_error", code: "invalid_api_key" },
  404: {
    message: "The model does not exist or you do not have access to it.",
    type: "not_found",
    code: "model_not_found",
  },
  429: { message: "Rate limit reached for requests", type: "requests", code: "rate_limit_exceeded" },
};

/** What both of OpenAI's APIs share: the headers that pages may send, and the format of errors. */
export const openAiWire = {
  allowedHeaders: ["authorization", "content-type"],
  errorBody(status: number, message: string | undefined) {
    const usual = errors[status] ?? { message: "Server error", type: "server_error", code: null };
    return { error: { ...usual, ...(message !== undefined && { message, code: null }), param: null } };
  },
} as const;

/** The refusal of a request with another path, or without the key. */
export function refusalAt(path: string, { url, headers }: IncomingMessage, key: string): Refusal | undefined {
  if (url !== path) return { status: 404, message: "not found" };
  return headers.authorization === `Bearer ${key}` ? undefined : { status: 401 };
}
