import { type BuildList, comparablePolicy, digestOf, sizeLimit } from "./build-list.ts";
import { labPayload } from "./kept-lab.ts";

/** By an asset's extension. */
const contentTypes: Readonly<Record<string, RegExp>> = {
  js: /^(?:application|text)\/javascript\b/,
  css: /^text\/css\b/,
  woff2: /^font\/woff2\b/,
  wasm: /^application\/wasm\b/,
};

/**
 * Checks that an answer is what the build has at `path`: a file with the listed digest, or a page of this build.
 * Anything else may come instead: a proxy's error, a network's sign-in page, half a file, the answer of another build.
 * The body of a correct answer stays readable.
 * @throws Error that says what is wrong with it; TypeError where the connection was cut.
 */
export async function checkAnswer(build: BuildList, path: string, answer: Response): Promise<void> {
  const refuse = (why: string) => {
    void answer.body?.cancel();
    throw new Error(`${path} is not of the build ${build.version}: ${why}.`);
  };
  if (answer.status !== 200) refuse(`it was answered ${answer.status}`);
  if (answer.redirected) refuse("it was redirected");
  const bytes = await readBytes(answer.clone());
  if (bytes === undefined) return refuse(`it is larger than ${sizeLimit} bytes`);
  const fault = isFile(build, path)
    ? await faultOfFile(build, path, answer.headers, bytes)
    : faultOfPage(build, path, answer.headers, new TextDecoder().decode(bytes));
  if (fault !== undefined) refuse(fault);
}

function isFile({ assets, files }: BuildList, path: string): boolean {
  return assets[path] !== undefined || files[path] !== undefined;
}

async function faultOfFile(
  { assets, files, policies }: BuildList,
  path: string,
  headers: Headers,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string | undefined> {
  if ((await digestOf(bytes)) !== (assets[path] ?? files[path])) return "it has another content";
  if (assets[path] === undefined) return undefined;
  const type = headers.get("content-type") ?? "";
  if (contentTypes[path.replace(/.*\./, "")]?.test(type) === false) return `it says that it is ${type || "nothing"}`;
  return headers.get("content-security-policy") === policies.asset ? undefined : "it has another policy";
}

/** Pages differ with each request, so they are recognised by what all of them have in common. */
function faultOfPage(build: BuildList, path: string, headers: Headers, text: string): string | undefined {
  const [type, end] = path === labPayload ? ["text/x-component", "\n"] : ["text/html", "</html>"];
  const told = headers.get("content-type") ?? "";
  if (told.split(";", 1)[0] !== type) return `it says that it is ${told || "nothing"}`;
  const policy = headers.get("content-security-policy") ?? "";
  if (comparablePolicy(policy) !== build.policies.page) return "it has another policy";
  if (!text.includes(build.version)) return "it is of another";
  if (!text.endsWith(end)) return "its end is missing";
  const stranger = namedAssets(text).find((asset) => build.assets[asset] === undefined);
  return stranger && `it loads ${stranger}`;
}

function namedAssets(text: string): readonly string[] {
  return text.match(/\/_next\/static\/[\w./~%-]+\.(?:js|css)/g) ?? [];
}

/** The bytes of an answer; `undefined` where they exceed the limit. */
async function readBytes({ body }: Response): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length;
    if (size > sizeLimit) {
      // Not awaited: it ends when the answer itself is released, too.
      void reader?.cancel();
      return undefined;
    }
    chunks.push(part.value);
  }
  // Joined here: a blob's bytes are sent to another process and back.
  const bytes = new Uint8Array(size);
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.length;
  }
  return bytes;
}
