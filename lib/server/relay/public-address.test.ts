import { expect, test } from "vitest";
import { isPublicAddress } from "./guarded-connector.ts";

test.each(["140.82.121.3", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::200e", "::ffff:140.82.121.3"])(
  "%s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  [
    "loopback",
    ["127.0.0.1", "127.1", "127.255.255.254", "0177.0.0.1", "0x7f.1", "2130706433", "::1", "0:0:0:0:0:0:0:1"],
  ],
  ["this machine", ["0.0.0.0", "0.1.2.3", "::"]],
  ["private", ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255"]],
  ["carrier NAT", ["100.64.0.1", "100.100.100.200", "100.127.255.255"]],
  ["link-local and metadata", ["169.254.0.1", "169.254.169.254", "fe80::1", "fe80::1%eth0"]],
  ["Azure's wire server", ["168.63.129.16", "::ffff:168.63.129.16"]],
  [
    "reserved",
    ["192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "240.0.0.1", "255.255.255.255"],
  ],
  ["multicast", ["224.0.0.1", "239.255.255.255", "ff02::1"]],
  ["unique local", ["fc00::1", "fd00::1", "fd00:ec2::254"]],
  ["site-local", ["fec0::1"]],
  ["IPv4 in IPv6", ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::127.0.0.1", "::7f00:1", "::a00:1"]],
  [
    "translated to IPv4",
    ["64:ff9b::7f00:1", "64:ff9b:1::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "::ffff:0:127.0.0.1"],
  ],
  ["documentation", ["2001:db8::1", "3fff::1"]],
  ["outside global unicast", ["100::1", "4000::1", "5f00::1"]],
  ["no address", ["", "localhost", "github.com", "1.2.3.4.5", "[::1]"]],
])("%s is not public", (_, addresses) => {
  for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
});
