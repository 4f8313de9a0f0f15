/** Tool arguments sent as an object, where OpenAI sends them as JSON text. */
const objectArguments = /"arguments"\s*:\s*[{[]/;

/**
 * `request` with its answers repaired where hosts that claim OpenAI's protocol are known to deviate from it
 * unambiguously: tool arguments sent as an object.
 */
export function repairCompletions(request: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await request(input, init);
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    if (!response.ok || !response.body) return response;
    const { status, statusText, headers } = response;
    if (!isStream) return new Response(repairJson(await response.text()), { status, statusText, headers });
    const body = response.body
      .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
      .pipeThrough(repairLines())
      .pipeThrough(new TextEncoderStream());
    return new Response(body, { status, statusText, headers });
  };
}

function repairLines(): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(chunk, controller) {
      const end = chunk.lastIndexOf("\n");
      if (end === -1) {
        rest += chunk;
        return;
      }
      const lines = (rest + chunk.slice(0, end)).split("\n");
      rest = chunk.slice(end + 1);
      controller.enqueue(`${lines.map(repairLine).join("\n")}\n`);
    },
    flush(controller) {
      if (rest !== "") controller.enqueue(repairLine(rest));
    },
  });
}

function repairLine(line: string): string {
  return line.startsWith("data:") ? `data: ${repairJson(line.slice("data:".length).trimStart())}` : line;
}

function repairJson(text: string): string {
  if (!objectArguments.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), asText);
  } catch {
    // Not JSON: the SDK reports that.
    return text;
  }
}

function asText(name: string, value: unknown): unknown {
  return name === "arguments" && typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}
