import { promises as dns, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";
import { refused } from "./relay-target.ts";

/** All addresses of a name. Rejects as `dns.lookup` does. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

const resolveAll: Resolve = (hostname) => dns.lookup(hostname, { all: true });

const connectTimeoutMs = 10_000;

/**
 * Opens sockets to public addresses only, over TLS, on one port. It checks three times, because each check alone misses
 * something: the literal (Node does not look up literals), every looked-up address (a public address beside a private
 * one is a sign of DNS rebinding), and the address really connected to, before a byte of the request is sent.
 */
export function guardedConnector(
  resolve: Resolve = resolveAll,
  port = 443,
  build: typeof buildConnector = buildConnector,
): buildConnector.connector {
  const connect = build({ lookup: guardedLookup(resolve), timeout: connectTimeoutMs });
  return (options, callback) => {
    const reason = reasonToRefuse(options, port);
    if (reason) return callback(refused(options.hostname, reason), null);
    connect(options, (...opened) => {
      const [error, socket] = opened;
      if (error) return callback(error, null);
      if (isPublicAddress(socket.remoteAddress ?? "")) return callback(null, socket);
      socket.destroy();
      callback(refused(options.hostname, notPublic), null);
    });
  };
}

const notPublic = "it is not on the public internet";

function reasonToRefuse(options: buildConnector.Options, port: number): string | undefined {
  if (options.protocol !== "https:") return "only https is allowed";
  if (Number(options.port || 443) !== port) return `only port ${port} is allowed`;
  const literal = options.hostname.replace(/^\[|\]$/g, "");
  return isIP(literal) && !isPublicAddress(literal) ? notPublic : undefined;
}

/** Refuses a name when any of its addresses is not public: which one Node would use cannot be predicted. */
function guardedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const first = addresses[0];
        if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
          return callback(refused(hostname, notPublic), "");
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ""),
    );
  };
}

/** Azure's metadata and DNS service, reachable from inside every machine at an address that looks public. */
const azureWireServer = "168.63.129.16";
/** All addresses that IANA assigns for the public internet (RFC 4291 §2.4, the registry of global unicast space). */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * Whether `text` is a literal address on the public internet. False for anything that is not an address, and for every
 * address that leads, or can be translated to lead, to this machine or its network.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // `process` unwraps ::ffff:a.b.c.d, which the kernel connects as a.b.c.d.
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  // ipaddr.js reports every range it does not know as `unicast`, including ::7f00:1 (the retired IPv4-compatible form).
  return address.kind() === "ipv4" ? address.toString() !== azureWireServer : address.match(globalUnicast);
}
