import { describe, expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

describe("an address that is not public", () => {
  test.each([
    ["this host", "0.0.0.0"],
    ["private", "10.1.2.3"],
    ["private", "172.16.0.1"],
    ["private, the last of its network", "172.31.255.255"],
    ["private", "192.168.1.1"],
    ["carrier-grade NAT, and a metadata service in it", "100.100.100.200"],
    ["loopback", "127.0.0.1"],
    ["loopback, another", "127.8.8.8"],
    ["link-local, the metadata service of most clouds", "169.254.169.254"],
    ["the metadata service of Azure", "168.63.129.16"],
    ["the metadata service of Oracle", "192.0.0.192"],
    ["benchmarking", "198.19.255.255"],
    ["documentation", "203.0.113.9"],
    ["multicast", "224.0.0.1"],
    ["reserved", "250.1.1.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["link-local", "fe80::1"],
    ["link-local with a zone", "fe80::1%lo"],
    ["unique-local", "fc00::1"],
    ["unique-local, the metadata service of AWS", "fd00:ec2::254"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["IPv4 written as IPv6", "::ffff:127.0.0.1"],
    ["IPv4 written as IPv6, in hexadecimal", "::ffff:7f00:1"],
    ["public IPv4 written as IPv6, which is for programs and not for the network", "::ffff:8.8.8.8"],
    ["IPv4 by a translator", "64:ff9b::7f00:1"],
    ["Teredo", "2001::1"],
    ["6to4", "2002:7f00:1::"],
    ["documentation", "2001:db8::1"],
    ["documentation, the newer", "3fff::1"],
    ["no address", "localhost"],
    ["nothing", ""],
  ])("is %s: %s", (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

test.each([
  "8.8.8.8",
  "93.184.216.34",
  "172.15.255.255",
  "172.32.0.0",
  "100.63.0.1",
  "2606:4700::1111",
  "2a00:1450::1",
])("%s is a public address", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
