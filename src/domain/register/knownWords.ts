/** Words for protocols, encryption and authentication: a field that holds none of them proves nothing until somebody has looked at it. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

const ENCRYPTIONS = words(
  'tls mtls ssl https wss dtls ssh sftp ipsec wireguard vpn macsec quic pgp gpg aes gcm alts ktls rediss amqps ldaps ftps',
);

/** By field, in lower case, without digits at the end. */
const KNOWN = {
  protocol: words(`
    http https h2 h2c h grpc grpcs graphql rest soap odata websocket websockets ws wss tcp udp tls quic ip icmp
    amqp amqps mqtt kafka nats stomp jms mq msmq rabbitmq pulsar kinesis sqs sns eventbridge pubsub redis rediss resp memcached
    postgres postgresql mysql mariadb tds mssql sql oracle tns sqlnet jdbc odbc db mongodb mongo cassandra cql elasticsearch opensearch bolt
    dynamodb couchbase hdfs hive s nfs smb cifs iscsi ftp ftps sftp scp ssh ldap ldaps kerberos saml oidc oauth openid dns smtp smtps imap
    snmp ntp syslog otlp statsd prometheus rmi corba iiop thrift dubbo rsocket rfc sap idoc edi edifact as hl fhir dicom fix swift modbus
    opc bacnet vxlan ipsec wireguard socket rpc xmpp sip webrtc`),
  transportEncryption: ENCRYPTIONS,
  endpointAuthMethod: words(`
    mtls tls oauth oauth2 oidc openid jwt jwe jws bearer token tokens key keys apikey basic digest password passwords login scram sha certificate
    certificates cert certs kerberos spnego ntlm saml ldap iam sigv sigv4 hmac signature sso spiffe spire svid account identity
    ssh sas pki x509 psk secret credentials cookie session hawk radius mfa passkey webauthn acl`),
} as const;

/** Whether a text names something that the field can hold: one of its words is known, in any case and whatever version follows it. */
export function isKnown(field: keyof typeof KNOWN, text: string): boolean {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => word !== '' && (KNOWN[field].has(word) || KNOWN[field].has(word.replace(/v?\d+$/, ''))));
}
