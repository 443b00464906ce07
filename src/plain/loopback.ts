/** Names and addresses of the machine itself, where nothing crosses a network. */

/** 127.0.0.0/8 */
const IPV4 = /^127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

/** For a host as it is in a URL or Host header, with or without its port: localhost, *.localhost, 127.0.0.0/8 and [::1], ignoring case. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return isLocalhostName(name) || name === '[::1]' || IPV4.test(name);
}

/** localhost and *.localhost (RFC 6761), ignoring case. */
export function isLocalhostName(host: string): boolean {
  return /(^|\.)localhost$/i.test(host);
}

/** For an IP address without brackets. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || IPV4.test(address);
}
