import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { apiHeaders } from "./own-answers.ts";

/** What a route is as the application has it. @throws what is a mistake of ours */
export type WebHandler = (request: Request) => Promise<Response>;

/**
 * Answers with a route's own function, past the application: a live room is asked a hundred times a second, and Next takes several
 * times as long for each request as the room does. Headers that the application gives every answer of `/api/` are set here, too.
 */
export function webHandler(handler: WebHandler): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (incoming, response) => {
    // The name of the site is whatever a visitor wrote, and need not be one; routes read it from its header.
    const request = createRequest(incoming, response, { host: "localhost", protocol: "http:" });
    try {
      const answer = await handler(request);
      for (const [name, value] of Object.entries(apiHeaders)) response.setHeader(name, value);
      await sendResponse(response, answer);
    } catch (error) {
      // Who leaves while a body is on its way breaks it off: nobody's mistake, and nobody is there to be told.
      if (!request.signal.aborted) throw error;
    }
  };
}
