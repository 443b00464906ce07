/**
 * Signed SAML messages, read from what was signed alone. A signature somewhere in a document says nothing about the rest of it, so nothing outside the
 * signed part is ever looked at.
 */
import { verify, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { DOMParser, onErrorStopParsing, type Document, type Element } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings:';

/** By the address of the algorithm: the name of its hash. No SHA-1. */
const RSA: Readonly<Record<string, string>> = {
  [`${MORE}rsa-sha256`]: 'sha256',
  [`${MORE}rsa-sha384`]: 'sha384',
  [`${MORE}rsa-sha512`]: 'sha512',
};
const DIGESTS: readonly string[] = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];
const LONGEST_MESSAGE = 64 * 1024;

/** What is wrong with a message, for the log and its sender. */
export class WrongMessage extends Error {}

/** What an identity provider says of itself in its metadata. */
export interface SamlIdentity {
  entityId: string;
  /** As PEM. */
  certificates: string[];
  /** Where it takes answers to its logout requests. */
  logout: { post: string | null; redirect: string | null };
}

function parse(xml: string): Document {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new WrongMessage('a message must not have a document type');
  try {
    return new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, 'text/xml');
  } catch {
    throw new WrongMessage('the message is not XML');
  }
}

function childrenOf(element: Element, namespace: string, name: string): Element[] {
  return [...element.childNodes].filter(
    (node): node is Element => node.nodeType === 1 && (node as Element).namespaceURI === namespace && (node as Element).localName === name,
  );
}

/** Throws a WrongMessage for text that is no metadata of an identity provider. */
export function readIdentity(metadata: string): SamlIdentity {
  const root = parse(metadata).documentElement;
  const [provider] = root === null ? [] : childrenOf(root, METADATA, 'IDPSSODescriptor');
  const entityId = root?.getAttribute('entityID') ?? '';
  if (provider === undefined || entityId === '') throw new WrongMessage('the metadata does not describe an identity provider');
  const certificates = childrenOf(provider, METADATA, 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => [...key.getElementsByTagNameNS(SIGNATURE, 'X509Certificate')])
    .map((certificate) => new X509Certificate(Buffer.from(certificate.textContent ?? '', 'base64')).toString());
  const placeOf = (binding: string): string | null => {
    const service = childrenOf(provider, METADATA, 'SingleLogoutService').find(
      (found) => found.getAttribute('Binding') === BINDINGS + binding,
    );
    return service?.getAttribute('ResponseLocation') || service?.getAttribute('Location') || null;
  };
  return { entityId, certificates, logout: { post: placeOf('HTTP-POST'), redirect: placeOf('HTTP-Redirect') } };
}

/** The signed root of a message that was sent as a form (base64). Throws a WrongMessage. */
export function readPosted(encoded: string, { certificates }: SamlIdentity): Element {
  if (encoded.length > 2 * LONGEST_MESSAGE) throw new WrongMessage('the message is too long');
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  const root = parse(xml).documentElement;
  const [signature, ...more] = root === null ? [] : childrenOf(root, SIGNATURE, 'Signature');
  if (signature === undefined || more.length > 0) throw new WrongMessage('the message must have one signature, directly in its root');
  for (const certificate of certificates) {
    const verifier = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
    if (!isGenuine(verifier, signature, xml)) continue;
    const [signed, ...others] = verifier.getSignedReferences();
    if (signed === undefined || others.length > 0) throw new WrongMessage('the signature must cover one element');
    const part = parse(signed).documentElement;
    if (part === null) break;
    return part;
  }
  throw new WrongMessage('the signature is not from this provider');
}

function isGenuine(verifier: SignedXml, signature: Element, xml: string): boolean {
  try {
    verifier.loadSignature(signature as never);
    const isStrong =
      RSA[verifier.signatureAlgorithm ?? ''] !== undefined &&
      verifier.getReferences().every(({ digestAlgorithm }) => DIGESTS.includes(digestAlgorithm));
    return isStrong && verifier.checkSignature(xml);
  } catch {
    return false;
  }
}

/**
 * The root of a message that was sent in an address, whose signature is beside it. `query` is the address's query as it was sent, because its
 * very bytes are signed. Throws a WrongMessage.
 */
export function readRedirected(query: string, { certificates }: SamlIdentity): Element {
  const parts = new Map<string, string>();
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (parts.has(name)) throw new WrongMessage(`${name} is given twice`);
    parts.set(name, value);
  }
  const valueOf = (name: string): string => {
    try {
      return decodeURIComponent((parts.get(name) ?? '').replaceAll('+', '%20'));
    } catch {
      throw new WrongMessage(`${name} is not URL-encoded`);
    }
  };
  const hash = RSA[valueOf('SigAlg')];
  if (hash === undefined) throw new WrongMessage('the message must be signed by RSA with SHA-256 or longer');
  const signed = Buffer.from(
    ['SAMLRequest', 'RelayState', 'SigAlg'].flatMap((name) => (parts.has(name) ? [`${name}=${parts.get(name) ?? ''}`] : [])).join('&'),
  );
  const signature = Buffer.from(valueOf('Signature'), 'base64');
  if (!certificates.some((certificate) => verify(hash, signed, new X509Certificate(certificate).publicKey, signature)))
    throw new WrongMessage('the signature is not from this provider');
  let xml: string;
  try {
    xml = inflateRawSync(Buffer.from(valueOf('SAMLRequest'), 'base64'), { maxOutputLength: LONGEST_MESSAGE }).toString('utf8');
  } catch {
    throw new WrongMessage('the message is not compressed with DEFLATE and encoded as Base64, or it is too long');
  }
  const root = parse(xml).documentElement;
  if (root === null) throw new WrongMessage('the message is empty');
  return root;
}

export interface LogoutRequest {
  id: string;
  nameId: string;
}

const OLDEST_MS = 600_000;
const CLOCK_SKEW_MS = 60_000;

/** What a signed logout request says. Throws a WrongMessage for one of another provider, for another address, or of another time. */
export function readLogoutRequest(root: Element, { entityId }: SamlIdentity, address: string, now: Date): LogoutRequest {
  if (root.namespaceURI !== PROTOCOL || root.localName !== 'LogoutRequest')
    throw new WrongMessage('what was signed is not a logout request');
  const textOf = (namespace: string, name: string): string => {
    const [found, ...more] = childrenOf(root, namespace, name);
    if (found === undefined || more.length > 0) throw new WrongMessage(`the request must have one ${name}`);
    return (found.textContent ?? '').trim();
  };
  if (textOf(ASSERTION, 'Issuer') !== entityId) throw new WrongMessage('the request is from another provider');
  if (root.getAttribute('Destination') !== address) throw new WrongMessage(`the request must name ${address} as its destination`);
  const ageMs = now.getTime() - Date.parse(root.getAttribute('IssueInstant') ?? '');
  if (!(ageMs > -CLOCK_SKEW_MS && ageMs < OLDEST_MS)) throw new WrongMessage('the request is too old, or from the future');
  const until = root.getAttribute('NotOnOrAfter');
  if (until !== null && !(Date.parse(until) > now.getTime() - CLOCK_SKEW_MS)) throw new WrongMessage('the request has expired');
  const [id, nameId] = [root.getAttribute('ID') ?? '', textOf(ASSERTION, 'NameID')];
  if (id === '' || nameId === '') throw new WrongMessage('the request has no ID, or names nobody');
  return { id, nameId };
}
