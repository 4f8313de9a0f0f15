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
  if (!ipaddr.isValid(text)) return "unknown";
  const address = ipaddr.process(text);
  if (address.kind() === "ipv4") return address.toString();
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
