import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { isBundled } from "#lib/workspace/tree/place.ts";

/** Bytes; each stroke of a key takes time in proportion to them. */
const largest = 1024 * 1024;

/** Why a text file cannot be edited, in a few words; `undefined` where it can. */
export function readOnlyReason(profile: Profile, path: string, bytes: Uint8Array): string | undefined {
  if (isBundled(profile, path)) return "the harness writes it anew at every start";
  if (bytes.length > largest) return "over 1 MB";
  return isUtf8(bytes) ? undefined : "no UTF-8, so saving would change other bytes, too";
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch (caught) {
    if (caught instanceof TypeError) return false;
    throw caught;
  }
}
