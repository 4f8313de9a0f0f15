import { FailureError } from "#lib/failure.ts";

/** The failure of bytes that are no whole, valid pack. `detail` is for the curious: English, short. */
export function damaged(detail: string): FailureError {
  return new FailureError({ code: "pack-damaged", detail });
}
