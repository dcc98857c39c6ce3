import { isIP } from "node:net";
import { refuse } from "../tool-error.ts";
import { isPublicAddress } from "./public-address.ts";

/** Where one request goes. */
export interface Target {
  readonly url: URL;
  /** The host's address may be one that is not public. */
  readonly mayBePrivate: boolean;
}

/**
 * Reads an address that is asked for, or that one leads on to: http and https, without a password, and never to an
 * address that is not public unless the host is among `privateHosts` (names or addresses, with `:port` for one port).
 */
export function targetOf(address: string, from: URL | null, privateHosts: readonly string[]): Target {
  const base = from?.href;
  if (!URL.canParse(address, base)) refuse(`${address} is no URL`);
  const url = new URL(address, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") refuse(`${url.href} is neither http nor https`);
  if (url.username !== "" || url.password !== "") refuse(`${url.origin} is given a user or a password: none is sent`);
  if (from?.protocol === "https:" && url.protocol === "http:")
    refuse(`${from.origin} leads on to ${url.origin}, which is not encrypted`);
  const host = hostOf(url);
  const port = url.port === "" ? (url.protocol === "http:" ? "80" : "443") : url.port;
  const mayBePrivate = privateHosts.some((allowed) =>
    [host, `${url.hostname}:${port}`].includes(allowed.toLowerCase()),
  );
  // A name is judged by where it leads, when it is connected to.
  if (isIP(host) !== 0 && !mayBePrivate) assertPublic(host, host);
  return { url, mayBePrivate };
}

export function assertPublic(host: string, address: string): void {
  if (isPublicAddress(address)) return;
  const leads = host === address ? "" : ` leads to ${address}, which`;
  refuse(`${host}${leads} is no public address: only the user's own configuration allows it`);
}

/** The host's name, or its address without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}
