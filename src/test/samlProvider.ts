/** A SAML identity provider without pages: the answers of samlp, signed with a key of this run. A test can tamper with them. */
import { inflateRawSync } from 'node:zlib';
import samlp from 'samlp';
import { generate } from 'selfsigned';

export interface SamlPerson {
  email: string;
  name: string;
  groups: string[];
}

export interface SpoiledAnswer {
  audience?: string;
  recipient?: string;
  inResponseTo?: string;
  lifetimeInSeconds?: number;
  signAssertion?: boolean;
  /** Signed with a key that is not in the metadata. */
  isForged?: boolean;
  /** The e-mail address in the assertion, if it differs from that of the person who signs in. */
  statedEmail?: string;
  change?: (xml: string) => string;
}

export type SamlBinding = 'HTTP-POST' | 'HTTP-Redirect';

export interface SpoiledLogout {
  destination?: string;
  issuer?: string;
  nameId?: string;
  /** Signed with a key that is not in the metadata. */
  isForged?: boolean;
  signatureAlgorithm?: 'rsa-sha256' | 'rsa-sha1';
}

export interface SamlProvider {
  metadata: string;
  /** Its metadata, with the address where it takes answers to its logout requests. */
  metadataWithLogout(binding: SamlBinding, location: string): string;
  /** What samlp sends to end the sessions of somebody: a form, or an address to go to. */
  logOut(person: SamlPerson, to: string, binding: SamlBinding, spoil?: SpoiledLogout): Promise<string>;
  /** The form that the provider sends back for the request in `address`. */
  answer(address: string, person: SamlPerson, spoil?: SpoiledAnswer): Promise<{ SAMLResponse: string; RelayState: string }>;
}

const ENTITY = 'https://idp.globex.example/metadata';

/** `acs` is where answers go, `location` where browsers are sent. */
export async function samlProvider(acs: string, location = 'https://idp.globex.example/sso'): Promise<SamlProvider> {
  const [own, other] = await Promise.all([newKey(), newKey()]);
  const certificate = own.cert.replace(/-----[A-Z ]+-----|\s/g, '');
  const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${ENTITY}">
  <IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</NameIDFormat>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${location}"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;
  return {
    metadata,
    metadataWithLogout: (binding, location) =>
      metadata.replace(
        '<NameIDFormat>',
        `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${location}"/>$&`,
      ),
    logOut: (person, to, binding, spoil = {}) => {
      const { destination = to, issuer = ENTITY, nameId = nameOf(person), isForged = false, signatureAlgorithm = 'rsa-sha256' } = spoil;
      const key = isForged ? other : own;
      const participant = { serviceProviderId: 'faultline', nameId, serviceProviderLogoutURL: destination };
      return new Promise((resolve, reject) => {
        const end = samlp.logout({
          issuer,
          cert: key.cert,
          key: key.private,
          signatureAlgorithm,
          digestAlgorithm: 'sha256',
          protocolBinding: `urn:oasis:names:tc:SAML:2.0:bindings:${binding}`,
          deflate: true,
          sessionParticipants: {
            hasElements: () => true,
            getFirst: (done: (error: null, found: object) => void) => done(null, participant),
          },
          store: { save: (_request: object, _state: object, done: (error: null, name: string) => void) => done(null, 'state & more') },
        });
        end({ query: {}, body: {} }, { set: () => undefined, send: resolve, redirect: resolve }, reject);
      });
    },
    answer: async (address, person, spoil = {}) => {
      const { searchParams } = new URL(address);
      const question = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
      const attribute = (name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(question)?.[1] ?? '';
      const audience = /<(?:\w+:)?Issuer[^>]*>([^<]+)</.exec(question)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const { change = (xml: string) => xml, isForged = false, statedEmail = person.email, ...spoiled } = spoil;
      const key = isForged ? other : own;
      const xml = await new Promise<string>((resolve, reject) =>
        samlp.getSamlResponse(
          {
            issuer: ENTITY,
            cert: key.cert,
            key: key.private,
            audience,
            recipient: acs,
            destination: acs,
            inResponseTo: attribute('ID'),
            lifetimeInSeconds: 600,
            signatureAlgorithm: 'rsa-sha256',
            digestAlgorithm: 'sha256',
            profileMapper: () => ({
              getClaims: () => ({ email: statedEmail, displayName: person.name, groups: person.groups }),
              getNameIdentifier: () => ({ nameIdentifier: nameOf(person) }),
            }),
            ...spoiled,
          },
          {},
          (error: Error | null, text: string) => (error === null || error === undefined ? resolve(text) : reject(error)),
        ),
      );
      return { SAMLResponse: Buffer.from(change(xml)).toString('base64'), RelayState: searchParams.get('RelayState') ?? '' };
    },
  };
}

/** What the provider calls a person. */
const nameOf = ({ email }: SamlPerson): string => `id of ${email}`;

function newKey(): Promise<{ private: string; cert: string }> {
  return Promise.resolve(generate([{ name: 'commonName', value: 'idp.globex.example' }], { keySize: 2_048, algorithm: 'sha256' }));
}
