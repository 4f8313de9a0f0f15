/** Local git hosts that answer from memory, so that the load generator is not the bottleneck. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { advertisement, advertisementHead, packAnswer, packet, resultHead } from "#lib/server/relay/relay-fixture.ts";

export interface StandIn {
  /** `127.0.0.1:<port>` */
  readonly host: string;
  stop(): void;
}

/**
 * `/…/drip/…` is answered with a byte every half second, `/…/silent/…` never, and `/…/stall/…` lists its refs and then sends no objects; a
 * pack has `packBytes`.
 */
export async function startStandIn(packBytes: number): Promise<StandIn> {
  const pack = packAnswer(packBytes, randomBytes(1)[0]);
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.includes("/drip")) return drip(response);
    if (request.url?.includes("/silent")) return;
    if (request.url?.includes("/stall")) return stall(request, response);
    if (request.method === "GET") response.writeHead(200, advertisementHead).end(advertisement);
    else response.writeHead(200, resultHead).end(pack);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** Advertises a commit, and never sends it. */
function stall(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === "GET") return void response.writeHead(200, advertisementHead).end(abilities);
  let command = "";
  request.on("data", (text: Buffer) => {
    command += text;
  });
  request.on("end", () => {
    if (!command.includes("ls-refs")) return;
    const id = randomBytes(20).toString("hex");
    const refs = [`${id} HEAD symref-target:refs/heads/main\n`, `${id} refs/heads/main\n`];
    response.writeHead(200, resultHead).end(`${refs.map((line) => packet(Buffer.from(line))).join("")}0000`);
  });
}

const abilities = `001e# service=git-upload-pack\n0000${["version 2\n", "ls-refs\n", "fetch=shallow filter\n"]
  .map((line) => packet(Buffer.from(line)))
  .join("")}0000`;

function drip(response: ServerResponse): void {
  response.writeHead(200, advertisementHead).write(advertisement.slice(0, 34));
  // A line of capabilities that never ends.
  const timer = setInterval(() => response.write("a"), 500);
  response.on("close", () => clearInterval(timer));
}
