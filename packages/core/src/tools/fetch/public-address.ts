import { BlockList, isIP } from "node:net";

type Network = readonly [address: string, prefix: number];

/** Networks that are not the public internet: private, loopback, link-local with the metadata services, reserved. */
const privateIpv4 = networksOf("ipv4", [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Answers as Azure's metadata service, though the address is public.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
]);

const allottedIpv6 = networksOf("ipv6", [["2000::", 3]]);

/** Of what is allotted: protocol assignments with Teredo, documentation, and 6to4, which lead to an IPv4 address. */
const specialIpv6 = networksOf("ipv6", [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
]);

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !privateIpv4.check(address, "ipv4");
    case 6:
      return allottedIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
    default:
      return false;
  }
}

function networksOf(family: "ipv4" | "ipv6", networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, family);
  return list;
}
