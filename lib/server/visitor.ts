import ipaddr from "ipaddr.js";

/**
 * The header in which this server's front server tells a route the network address of a request. A header of this name
 * from outside is dropped there.
 */
export const addressHeader = "x-skillground-address";

/**
 * The key by which a visitor's requests are counted beside the session: `networkOf` the address, or one name for all
 * where the front server does not stand before the route.
 */
export function visitorNetwork(request: Request): string {
  return networkOf(request.headers.get(addressHeader) ?? "");
}

/** A visitor's networks, one within the other. */
export interface Networks {
  /** Requests are counted by this: `networkOf` the address. */
  readonly narrow: string;
  /**
   * Shares are given to this: of IPv6 a /48, the most that one site may get (RFC 6177); of IPv4 a /24, the smallest
   * separately routed block. Whoever has many narrow networks mostly has them within one of these.
   */
  readonly wide: string;
}

export function visitorNetworks(request: Request): Networks {
  const address = request.headers.get(addressHeader) ?? "";
  return { narrow: networkOf(address), wide: wideNetworkOf(address) };
}

/**
 * The groups for which a visitor's places are counted, from the widest to the narrowest (`Party` of `store/places.ts`).
 */
export function visitorGroups(request: Request): readonly string[] {
  const { wide, narrow } = visitorNetworks(request);
  return [wide, narrow];
}

/** An address in one spelling, with IPv4-mapped IPv6 as IPv4; `undefined` for a text that is not an address. */
export function plainAddress(text: string): string | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : undefined;
}

/**
 * The network that an address counts for: an IPv4 address itself, of IPv6 the first half, since the holder of a line
 * may choose the other half (RFC 6177). Anything that is not an address gets one common name.
 */
export function networkOf(text: string): string {
  const address = parsed(text);
  if (!address) return "unknown";
  return address.kind() === "ipv4" ? address.toString() : `${groups(address as ipaddr.IPv6, 4)}::/64`;
}

function wideNetworkOf(text: string): string {
  const address = parsed(text);
  if (!address) return "unknown";
  if (address.kind() === "ipv6") return `${groups(address as ipaddr.IPv6, 3)}::/48`;
  return `${(address as ipaddr.IPv4).octets.slice(0, 3).join(".")}.0/24`;
}

function parsed(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

function groups({ parts }: ipaddr.IPv6, count: number): string {
  return parts
    .slice(0, count)
    .map((part) => part.toString(16))
    .join(":");
}
