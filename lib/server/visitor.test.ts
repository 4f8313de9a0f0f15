import { expect, test } from "vitest";
import { addressHeader, visitorNetwork, visitorNetworks } from "./visitor.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["a made-up name", "unknown"],
])("%s is counted as %s", (address, network) => {
  expect(visitorNetwork(new Request("http://lab.example", { headers: { [addressHeader]: address } }))).toBe(network);
});

test.each([
  ["203.0.113.7", "203.0.113.0/24"],
  ["::ffff:203.0.113.7", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:db8:1:ff00::9", "2001:db8:1::/48"],
  ["a made-up name", "unknown"],
])("%s has the shares of %s", (address, wide) => {
  const request = new Request("http://lab.example", { headers: { [addressHeader]: address } });
  expect(visitorNetworks(request)).toEqual({ narrow: visitorNetwork(request), wide });
});

test("a request that no front door has seen is counted with all such", () => {
  expect(visitorNetwork(new Request("http://lab.example"))).toBe("unknown");
});
