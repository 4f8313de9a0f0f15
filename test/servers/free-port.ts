import { once } from "node:events";
import { createServer } from "node:net";

/** A free TCP port on 127.0.0.1, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("A TCP server has a port.");
  return address.port;
}
