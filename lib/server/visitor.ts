import ipaddr from "ipaddr.js";

/**
 * The header in which this server's own front door tells a route from which network address a request came. What
 * arrives under this name from outside is dropped there.
 */
export const addressHeader = "x-skillground-address";

/**
 * What a visitor's requests are counted by beside the session: `networkOf` the address, and one name for all where the
 * front door does not stand before the route.
 */
export function visitorNetwork(request: Request): string {
  return networkOf(request.headers.get(addressHeader) ?? "");
}

/** A visitor's networks, the one within the other. */
export interface Networks {
  /** What requests are counted by: `networkOf` the address. */
  readonly narrow: string;
  /**
   * What shares are given to: of IPv6 a /48, as much as one site may be given (RFC 6177), of IPv4 a /24, the smallest part
   * that is routed by itself. Whoever has many of the narrow ones mostly has them there.
   */
  readonly wide: string;
}

export function visitorNetworks(request: Request): Networks {
  const address = request.headers.get(addressHeader) ?? "";
  return { narrow: networkOf(address), wide: wideNetworkOf(address) };
}

/** Whom a visitor's places are counted for, from the widest group to the narrower (`Party` of `store/places.ts`). */
export function visitorGroups(request: Request): readonly string[] {
  const { wide, narrow } = visitorNetworks(request);
  return [wide, narrow];
}

/** An address in one spelling, an IPv4 address in IPv6's clothes as IPv4; `undefined` for what is none. */
export function plainAddress(text: string): string | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : undefined;
}

/**
 * The network that an address counts for: an IPv4 address itself, of IPv6 the first half, since whoever has a line may
 * choose the other half (RFC 6177).
 * Anything that is no address is one name for all.
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
