/**
 * The header in which this server's own front door tells a route from which network address a request came. What
 * arrives under this name from outside is dropped there.
 */
export const addressHeader = "x-skillground-address";

/** The visitor's network address, or one name for all where the front door does not stand before the route. */
export function visitorAddress(request: Request): string {
  return request.headers.get(addressHeader) ?? "unknown";
}
