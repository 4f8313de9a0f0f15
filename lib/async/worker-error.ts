import { FailureError } from "#lib/failure.ts";

/** A worker whose script cannot be loaded fails without a message; anything else is a bug in it. */
export function workerError({ message }: ErrorEvent): Error {
  return message ? new Error(message) : new FailureError({ code: "network-cut", host: globalThis.location.host });
}
