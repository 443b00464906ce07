/** Sends messages by e-mail, through the mail server that SMTP_URL names. */
import { createTransport } from 'nodemailer';
import type { SentMessageInfo, Transporter } from 'nodemailer';
import { AppError } from '@/domain/errors';
import { awaitAtMost } from '@/server/deadline';
import { env } from '@/server/env';
import { warnAtTimes } from '@/server/observability/log';
import type { Mail, Sent, Unsubscribe } from '@/server/webhooks/sendWebhook';
import type { Fact } from './messageFacts';

const TIMEOUT_MS = 10_000;
/** In characters. */
const LONGEST_SUBJECT = 200;
const EXCERPT = 1_024;

export interface MailServer {
  url: string;
  from: string;
  /** The domain part of message ids. */
  host: string;
}

/** Null if no mail server is set up. */
export function mailServer(): MailServer | null {
  const { SMTP_URL, SMTP_FROM, PUBLIC_URL } = env();
  if (SMTP_URL === undefined || SMTP_FROM === undefined) return null;
  return { url: SMTP_URL, from: SMTP_FROM, host: new URL(PUBLIC_URL ?? 'http://faultline.invalid').hostname };
}

/** Throws 409 `conflict` if no mail server is set up. */
export function assertHasMail(): void {
  if (mailServer() === null)
    throw new AppError('conflict', 'This server cannot send e-mail: it was started without SMTP_URL and SMTP_FROM.');
}

/** Whether `url` is `mailto:` and one plain address. */
export function mailAddressOf(url: string): string | null {
  const address = /^mailto:([^?]+)$/i.exec(url)?.[1] ?? '';
  return /^[^\s@<>,;:"()[\]\\]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?$/i.test(address) ? address : null;
}

/** Sends and returns the result; the mail server's reply takes the place of the status of an HTTP answer. Never rejects. */
export async function sendMail(mail: Mail, server = mailServer()): Promise<Sent> {
  const { to, id, message, unsubscribe } = mail;
  const startedAt = performance.now();
  const nothing = { statusCode: null, error: null, retryAfterSeconds: null, responseExcerpt: null };
  const done = (result: Partial<Sent>): Sent => ({
    ...nothing,
    ...result,
    durationMilliseconds: Math.round(performance.now() - startedAt),
  });
  if (server === null) return done({ error: 'This server was started without SMTP_URL and SMTP_FROM.' });
  const { url, from, host } = server;
  const transport: Transporter<SentMessageInfo> = createTransport(url, { from });
  try {
    const info: SentMessageInfo = await awaitAtMost(
      transport.sendMail({
        to: { name: '', address: to },
        subject: message.title.replaceAll(/\s+/g, ' ').slice(0, LONGEST_SUBJECT),
        text: textOf(mail),
        messageId: `<${id}@${host}>`,
        references: `<${message.thread}@${host}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe === undefined
            ? {}
            : { 'List-Unsubscribe': `<${unsubscribe.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
      TIMEOUT_MS,
      LATE,
    );
    return done(replyOf(String(info.response)));
  } catch (error) {
    const {
      code,
      responseCode,
      response,
      message: words,
    } = error as { code?: string; responseCode?: number; response?: string; message?: string };
    // What is wrong with one recipient or one mail is nothing that an operator can mend.
    if (code !== 'EENVELOPE' && code !== 'EMESSAGE')
      warnAtTimes(
        'mail',
        { code: words === LATE ? undefined : code, reason: words },
        'no mail could be sent; SMTP_URL may be wrong, or its server down',
      );
    if (responseCode !== undefined) return done(replyOf(response ?? String(responseCode)));
    return done({ error: words === LATE ? LATE : 'The mail server could not be reached.' });
  } finally {
    transport.close();
  }
}

const LATE = 'No answer arrived in time.';

function replyOf(response: string): Partial<Sent> {
  return { statusCode: Number(response.slice(0, 3)) || null, responseExcerpt: response.slice(0, EXCERPT) };
}

function textOf({ message: { title, facts, url }, note = null, unsubscribe, together = [] }: Mail): string {
  return [
    title,
    '',
    ...(note === null ? [] : [note, '']),
    ...facts.map(factLine),
    ...together.flatMap(({ message }, at) => [
      ...(at === 0 ? [] : ['']),
      message.title,
      ...message.facts.map((fact) => `  ${factLine(fact)}`),
    ]),
    ...(url === null ? [] : ['', url]),
    ...footOf(unsubscribe === undefined ? together : [{ message: { title: 'Unsubscribe' }, unsubscribe }]),
    '',
  ].join('\n');
}

function factLine({ label, value }: Fact): string {
  return `${label}: ${value}`;
}

/** After the mark before a signature: mail programs show that less prominently. */
function footOf(ends: readonly { message: { title: string }; unsubscribe: Unsubscribe }[]): string[] {
  if (ends.length === 0) return [];
  const said =
    ends.length === 1
      ? ['You asked for this under Notifications in Faultline.']
      : ['You asked for these under Notifications in Faultline. To end one of them, open the address after its name:'];
  return ['', '-- ', ...said, ...ends.map(({ message, unsubscribe }) => `${message.title}: ${unsubscribe.page}`)];
}
