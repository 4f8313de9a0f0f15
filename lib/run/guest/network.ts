import { EventEmitter } from "./events.ts";
import { setSoon } from "./timers.ts";
import { noNetwork } from "./web.ts";

/**
 * Node's modules for the network. Many scripts import one before they know whether they will ask for anything, so each is here, and fails when
 * it is asked, in the way in which it does where no name is found.
 */

interface Asked {
  readonly href?: string;
  readonly protocol?: string;
  readonly host?: string;
  readonly hostname?: string;
  readonly path?: string;
}

function addressOf(asked: string | Asked, protocol: string): string {
  if (typeof asked === "string") return asked;
  const { href, protocol: given = protocol, hostname, host = hostname ?? "localhost", path = "/" } = asked;
  return href ?? `${given}//${host}${path}`;
}

/** A request, a connection or a server, which tells its listeners of the error soon after it begins. */
class Failing extends EventEmitter {
  destroyed = false;

  protected fail(error: Error): this {
    setSoon(() => {
      if (this.destroyed) return;
      this.destroyed = true;
      this.emit("error", error);
      this.emit("close");
    });
    return this;
  }

  destroy(error?: Error): this {
    if (error && !this.destroyed) setSoon(() => this.emit("error", error));
    this.destroyed = true;
    return this;
  }

  write = () => true;
  end = () => this;
  abort = () => this.destroy();
  setHeader = () => this;
  setTimeout = () => this;
  setNoDelay = () => this;
  setKeepAlive = () => this;
  setEncoding = () => this;
  ref = () => this;
  unref = () => this;
  close = () => this;
  address = () => null;
}

class ClientRequest extends Failing {
  constructor(asked: string | Asked, protocol: string) {
    super();
    this.fail(noNetwork(addressOf(asked, protocol)));
  }
}

class Socket extends Failing {
  connect(...[port, host]: readonly unknown[]): this {
    const asked = Object(port) as { readonly host?: string; readonly port?: unknown };
    return this.fail(
      noNetwork(`${asked.host ?? (typeof host === "string" ? host : "localhost")}:${asked.port ?? port}`),
    );
  }
}

class Server extends Failing {
  listen(...[port]: readonly unknown[]): this {
    const asked = Object(port) as { readonly port?: unknown };
    return this.fail(noNetwork(`the port ${asked.port ?? port}`, "listen", "EACCES"));
  }
}

class Agent extends EventEmitter {
  readonly options: unknown;
  constructor(options: unknown) {
    super();
    this.options = options;
  }
  destroy = () => this;
}

const createServer = () => new Server();
const connect = (...given: readonly unknown[]) => new Socket().connect(...given);

function web(protocol: string) {
  const request = (asked: string | Asked) => new ClientRequest(asked, protocol);
  return { Agent, ClientRequest, Server, createServer, request, get: request, globalAgent: new Agent({}) };
}

const statuses: Readonly<Record<string, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
  301: "Moved Permanently",
  302: "Found",
  304: "Not Modified",
  307: "Temporary Redirect",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  410: "Gone",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

const isIPv4 = (text: string) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text);
const isIPv6 = (text: string) => /^(?=.*:)(?!.*::.*::)(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}$/i.test(text);

const ask = async (name: string): Promise<never> => {
  throw noNetwork(name);
};
const names = {
  lookup: ask,
  resolve: ask,
  resolve4: ask,
  resolve6: ask,
  resolveMx: ask,
  resolveTxt: ask,
  reverse: ask,
};
type Told = (error: unknown) => void;
const asking = (name: string, ...given: readonly unknown[]) => void ask(name).catch(given.at(-1) as Told);

/** By name, without `node:`. */
export const networkModules = {
  http: {
    ...web("http:"),
    METHODS: ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"],
    STATUS_CODES: statuses,
  },
  https: web("https:"),
  net: {
    ...{ Server, Socket, createServer, connect, createConnection: connect, isIPv4, isIPv6 },
    isIP: (text: string) => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0),
  },
  tls: { Server, TLSSocket: Socket, createServer, connect },
  dns: { ...Object.fromEntries(Object.keys(names).map((name) => [name, asking])), promises: names },
  "dns/promises": names,
};
