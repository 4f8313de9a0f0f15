import { FailureError } from "#lib/failure.ts";

/** The body of a request as text, whatever its headers claim. @throws FailureError `too-large` past `limit` bytes */
export async function readText(
  request: Request,
  limit: number,
): Promise<{ readonly text: string; readonly bytes: number }> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > limit) throw new FailureError({ code: "too-large", limit });
    text += decoder.decode(chunk, { stream: true });
  }
  return { text: text + decoder.decode(), bytes };
}
