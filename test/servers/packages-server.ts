import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { lockFile, wheel } from "#lib/run/packages/wheel-fixture.ts";

/** Serves a folder of Python packages at `/python/`, as an operator would; the package `tampered` does not match its list, and needs one that is not there. */
export async function startPackagesServer(port: number): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const words = wheel("words", { "words.py": "hello = 'hello from a package'\n" });
  const greet = wheel("greet-py", { "greet/__init__.py": "from words import hello\n" });
  const tampered = wheel("tampered", { "tampered.py": "print('tampered')\n" });
  const list = lockFile([
    { wheel: words, name: "words" },
    { wheel: greet, name: "greet-py", imports: ["greet"], depends: ["words"] },
    { wheel: tampered, name: "tampered", depends: ["unbuilt"], says: { sha256: "0".repeat(64) } },
  ]);
  const files = new Map<string, Uint8Array | string>([
    ["/python/pyodide-lock.json", list],
    ...[words, greet, tampered].map(({ file, bytes }) => [`/python/${file}`, bytes] as const),
  ]);
  const server = createServer(({ method, url = "" }, response) => {
    const body = files.get(url);
    const headers = { "Access-Control-Allow-Origin": "*", "Content-Length": Buffer.byteLength(body ?? "") };
    response.writeHead(body === undefined ? 404 : 200, headers);
    response.end(method === "HEAD" ? undefined : body);
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/python/`,
    stop: () => new Promise<void>((done) => void server.close(() => done())),
  };
}
