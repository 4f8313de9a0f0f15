import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import type { buildConnector } from "undici";
import type { Resolve } from "#lib/server/relay/guarded-connector.ts";

/** A resolver that returns these addresses for every name. */
export function addressesAt(...addresses: readonly string[]): Resolve {
  return async () => addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 }));
}

/** A fake network: calls the guard's lookup as Node would, then claims to have connected to its result. */
export function fakeNetwork(remote?: string) {
  const reached: string[] = [];
  const build = (({ lookup }: { lookup: LookupFunction }) =>
    ({ hostname }: buildConnector.Options, callback: buildConnector.Callback) => {
      const connect = (address: string) => {
        reached.push(address);
        const socket = Object.assign(new PassThrough(), { remoteAddress: remote ?? address });
        callback(null, socket as unknown as Socket);
      };
      const literal = hostname.replace(/^\[|\]$/g, "");
      if (isIP(literal)) return connect(literal);
      lookup(hostname, { all: true }, (error, found) => {
        if (error) callback(error, null);
        else connect((found as LookupAddress[])[0]?.address ?? "");
      });
    }) as unknown as typeof buildConnector;
  return { build, reached };
}
