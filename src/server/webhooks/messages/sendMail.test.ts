/** E-mail over real SMTP to a real mail server, including servers that refuse, disconnect or stay silent. */
import { createServer, type AddressInfo, type Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { log } from '@/server/observability/log';
import { processState } from '@/server/processState';
import { mailAddressOf, sendMail, type MailServer } from './sendMail';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Received {
  to: string[];
  text: string;
}

/** `refusal` is the reply to every recipient. */
async function startMailServer(
  refusal: { code: number; words: string } | null = null,
): Promise<{ received: Received[]; server: MailServer }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refusal === null ? null : Object.assign(new Error(refusal.words), { responseCode: refusal.code })),
    onData: (stream, { envelope }, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { received, server: at((server.server.address() as AddressInfo).port) };
}

const at = (port: number): MailServer => ({
  url: `smtp://127.0.0.1:${port}`,
  from: 'Faultline <faultline@acme.example>',
  host: 'faultline.acme.example',
});

const MESSAGE = {
  title: 'Nobody can buy\r\nBcc: everybody@acme.example',
  facts: [{ label: 'Sell', value: 'Outage' }],
  tone: 'bad',
  url: 'https://faultline.acme.example/t/1/live-impact',
  thread: 'crossing-1',
} as const;
const mail = { to: 'on-call@acme.example', id: 'event-1', message: MESSAGE };

describe('an e-mail', () => {
  it('arrives as plain text, with an id that stays the same and a thread, and a subject that adds no header', async () => {
    const { received, server } = await startMailServer();
    expect(await sendMail(mail, server)).toMatchObject({ statusCode: 250, error: null });
    expect(received[0]?.to).toEqual(['on-call@acme.example']);
    const [head = '', body = ''] = received[0]?.text.split('\r\n\r\n') ?? [];
    expect(head).toContain('Subject: Nobody can buy Bcc: everybody@acme.example');
    expect(head).not.toMatch(/^Bcc/m);
    expect(head).toContain('Message-ID: <event-1@faultline.acme.example>');
    expect(head).toContain('References: <crossing-1@faultline.acme.example>');
    expect(head).toContain('Auto-Submitted: auto-generated');
    expect(`${body}${received[0]?.text}`).toContain('Sell: Outage');
    expect(received[0]?.text).toContain('https://faultline.acme.example/t/1/live-impact');
  });

  it.each([
    [450, 'Mailbox busy'],
    [550, 'No such person'],
  ])('that is refused with %i counts as failed, with what the mail server said', async (code, words) => {
    const { server } = await startMailServer({ code, words });
    expect(await sendMail(mail, server)).toMatchObject({
      statusCode: code,
      error: null,
      responseExcerpt: expect.stringContaining(words) as string,
    });
  });

  it('fails if there is no mail server, or it breaks off', async () => {
    expect(await sendMail(mail, at(1))).toMatchObject({ statusCode: null, error: 'The mail server could not be reached.' });
    const rude: Server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
    closing.push(() => rude.close());
    expect(await sendMail(mail, at((rude.address() as AddressInfo).port))).toMatchObject({
      statusCode: null,
      error: 'The mail server could not be reached.',
    });
  });

  it('leaves the reason in the log if the mail server fails, but not if it refuses a recipient', async () => {
    processState('warned about mail', () => ({ at: 0 })).at = Number.NEGATIVE_INFINITY;
    const warn = vi.spyOn(log(), 'warn');
    const { server } = await startMailServer({ code: 550, words: 'No such person' });
    await sendMail(mail, server);
    expect(warn).not.toHaveBeenCalled();
    await sendMail(mail, at(1));
    await sendMail(mail, at(1));
    expect(warn.mock.calls).toEqual([
      [{ code: 'ESOCKET', reason: expect.stringContaining('ECONNREFUSED') as string }, expect.stringContaining('SMTP_URL')],
    ]);
    warn.mockRestore();
  });

  it('fails if the mail server stays silent, and the log says only that', async () => {
    processState('warned about mail', () => ({ at: 0 })).at = Number.NEGATIVE_INFINITY;
    const warn = vi.spyOn(log(), 'warn');
    const silent: Server = createServer((socket) => void closing.push(() => socket.destroy()));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    closing.push(() => silent.close());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sending = sendMail(mail, at((silent.address() as AddressInfo).port));
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await sending).toMatchObject({ statusCode: null, error: 'No answer arrived in time.' });
    expect(warn.mock.calls).toEqual([[{ reason: 'No answer arrived in time.' }, expect.stringContaining('SMTP_URL')]]);
    warn.mockRestore();
  });

  it('is not sent if no mail server is configured', async () => {
    expect((await sendMail(mail, null)).error).toContain('SMTP_URL');
  });
});

it.each([
  ['mailto:on-call@acme.com', 'on-call@acme.com'],
  ['MAILTO:a.b+c@acme.co.uk', 'a.b+c@acme.co.uk'],
  ['mailto:a@b.example,c@d.example', null],
  ['mailto:a@b.example?bcc=c@d.example', null],
  ['mailto:a@b.example%0ABcc:c@d.example', null],
  ['mailto:"a b"@c.example', null],
  ['mailto:nobody', null],
  ['https://acme.example', null],
  [`mailto:${'a'.repeat(65)}@acme.example`, null],
])('%s is the address %s', (url, address) => {
  expect(mailAddressOf(url)).toBe(address);
});
