/** A real mail server for tests, which keeps what it receives; and this process set up to send through it. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { forgetProcessState } from '@/server/processState';

export interface ReceivedMail {
  to: string[];
  /** By name, in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface Mailbox {
  received: ReceivedMail[];
  url: string;
  close(): void;
}

export interface MailboxHooks {
  /** When a mail has arrived, and its sender waits to hear so. */
  beforeReply?(): void;
  /** Right after its sender was told. */
  afterReply?(): void;
}

/** Every mail that this process sends from now on is received here. */
export async function openMailbox(hooks: MailboxHooks = {}): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), ...parsed(Buffer.concat(chunks).toString()) });
        hooks.beforeReply?.();
        done();
        hooks.afterReply?.();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.on('error', () => undefined);
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  process.env.SMTP_URL = url;
  process.env.SMTP_FROM = 'Faultline <faultline@acme.example>';
  forgetProcessState('env');
  return { received, url, close: () => void server.close() };
}

function parsed(raw: string): Pick<ReceivedMail, 'headers' | 'body'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const body = rest.join('\n\n').replaceAll('\r\n', '\n');
  return { headers, body: headers['content-transfer-encoding'] === 'quoted-printable' ? unquoted(body) : body };
}

/** As RFC 2045 encodes what a line cannot hold. */
function unquoted(body: string): string {
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
