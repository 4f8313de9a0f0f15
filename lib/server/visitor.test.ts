import { expect, test } from "vitest";
import { addressHeader, visitorNetwork } from "./visitor.ts";

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

test("a request that no front door has seen is counted with all such", () => {
  expect(visitorNetwork(new Request("http://lab.example"))).toBe("unknown");
});
