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
  /** The e-mail address in the assertion, if it differs from the one that asked. */
  statedEmail?: string;
  change?: (xml: string) => string;
}

export interface SamlProvider {
  metadata: string;
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
              getNameIdentifier: () => ({ nameIdentifier: `id of ${person.email}` }),
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

function newKey(): Promise<{ private: string; cert: string }> {
  return Promise.resolve(generate([{ name: 'commonName', value: 'idp.globex.example' }], { keySize: 2_048, algorithm: 'sha256' }));
}
