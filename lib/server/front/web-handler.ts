import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { apiHeaders } from "./own-answers.ts";

/**
 * A route's function as the application has it.
 * @throws only for a bug of ours
 */
export type WebHandler = (request: Request) => Promise<Response>;

/**
 * Answers with a route's own function, past the application: a live room gets a hundred requests a second, and Next
 * takes several times as long for each as the room does. Headers that the application adds to every answer of `/api/`
 * are set here, too.
 */
export function webHandler(handler: WebHandler): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (incoming, response) => {
    // The `Host` header is whatever a visitor wrote, and need not be a valid host; routes read it from the header.
    const request = createRequest(incoming, response, { host: "localhost", protocol: "http:" });
    try {
      const answer = await handler(request);
      for (const [name, value] of Object.entries(apiHeaders)) response.setHeader(name, value);
      await sendResponse(response, answer);
    } catch (error) {
      // A visitor who leaves breaks the body off: that is no fault, and nobody is left to tell.
      if (!request.signal.aborted) throw error;
    }
  };
}
