import { FailureError } from "#lib/failure.ts";

/**
 * The body of a request as text, whatever its headers claim.
 * @param onBytes called with the size of each piece as it arrives; what it throws ends the reading
 * @throws FailureError `too-large` past `limit` bytes
 */
export async function readText(
  request: Request,
  limit: number,
  onBytes?: (bytes: number) => void,
): Promise<{ readonly text: string; readonly bytes: number }> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > limit) throw new FailureError({ code: "too-large", limit });
    onBytes?.(chunk.length);
    text += decoder.decode(chunk, { stream: true });
  }
  return { text: text + decoder.decode(), bytes };
}
