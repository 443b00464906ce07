/** Whom an IP address belongs to, for counting: whoever has one IPv6 address has at least 2^64 of them. */

/** The address itself for IPv4, the first 64 bits for IPv6. Takes an address without brackets, as Node writes it. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter((group) => group !== '').length;
  return [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...(tail ?? '').split(':')].slice(0, 4).join(':');
}
