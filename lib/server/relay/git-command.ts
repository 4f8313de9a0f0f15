/**
 * Whether `body` is a command as the page's client (`lib/git`) and isomorphic-git write it, in packets to the last
 * byte: `ls-refs` or `fetch` of version 2, or the wants of earlier versions. The relay carries nothing else to a host.
 */
export function isGitCommand(body: Uint8Array): boolean {
  const packets = packetsOf(Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1"));
  const [first = ""] = packets ?? [];
  if (!packets) return false;
  return String(first).startsWith("want ") ? areWants(packets) : isCommand(packets);
}

function fits(rule: RegExp): (packet: Packet) => boolean {
  return (packet) => typeof packet === "string" && rule.test(packet);
}

const flush = 0;
const delimiter = 1;
type Packet = string | typeof flush | typeof delimiter;

/** The text of each packet without its line feed; `undefined` for a text in other framing than git's. */
function packetsOf(text: string): Packet[] | undefined {
  const packets: Packet[] = [];
  for (let at = 0; at < text.length; ) {
    const length = /^[0-9a-f]{4}$/.test(text.slice(at, at + 4)) ? Number.parseInt(text.slice(at, at + 4), 16) : 3;
    const end = at + Math.max(length, 4);
    if (length === 2 || length === 3 || length === 4 || end > text.length) return undefined;
    if (length > 4) packets.push(text.slice(at + 4, text[end - 1] === "\n" ? end - 1 : end));
    else packets.push(length === 0 ? flush : delimiter);
    at = end;
  }
  return packets;
}

/** The arguments that may follow a command of version 2 (gitprotocol-v2). */
const commandArguments: ReadonlyMap<string, RegExp> = new Map([
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no ref name holds one (git check-ref-format)
  ["command=ls-refs", /^(?:peel|symrefs|ref-prefix [^\x00-\x20\x7f]{0,255})$/],
  [
    "command=fetch",
    /^(?:ofs-delta|no-progress|(?:want|have|shallow) [0-9a-f]{40}|deepen \d{1,9}|filter blob:none|done)$/,
  ],
]);

const capability = /^(?:agent=[!-~]{1,64}|object-format=sha1)$/;

function isCommand([command = "", ...rest]: readonly Packet[]): boolean {
  const known = commandArguments.get(String(command));
  if (!known || rest.pop() !== flush) return false;
  const at = rest.indexOf(delimiter);
  const capabilities = at < 0 ? rest : rest.slice(0, at);
  const given = at < 0 ? [] : rest.slice(at + 1);
  return capabilities.every(fits(capability)) && given.every(fits(known));
}

const firstWant = /^want [0-9a-f]{40}((?: (?:[a-z0-9_-]{1,32}|agent=[!-~]{1,64}))*)$/;
const beforeFlush = /^(?:(?:want|shallow) [0-9a-f]{40}|deepen \d{1,9}|filter blob:none)$/;
const afterFlush = /^(?:have [0-9a-f]{40}|done)$/;

/**
 * Whether these are wants, the first with capabilities after it, a flush, and what the client has (gitprotocol-pack).
 */
function areWants([first = "", ...rest]: readonly Packet[]): boolean {
  const end = rest.indexOf(flush);
  if (end < 0 || !fits(firstWant)(first)) return false;
  const had = rest.slice(end + 1).filter((packet) => packet !== flush);
  return rest.slice(0, end).every(fits(beforeFlush)) && had.every(fits(afterFlush));
}
