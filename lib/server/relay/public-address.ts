import ipaddr from "ipaddr.js";

/** Azure answers here from inside every machine: metadata and DNS behind a public-looking address. */
const azureWireServer = "168.63.129.16";
/** All addresses IANA hands out for the public internet (RFC 4291 §2.4, the registry of global unicast space). */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * Whether `text` is a literal address on the public internet. False for anything that is not an address, and for
 * every address that leads, or can be translated to lead, to this machine or its network.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // `process` unwraps ::ffff:a.b.c.d, which the kernel connects as a.b.c.d.
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  // ipaddr.js calls `unicast` whatever it has no name for, so ::7f00:1 (the retired IPv4-compatible form) as well.
  return address.kind() === "ipv4" ? address.toString() !== azureWireServer : address.match(globalUnicast);
}
