/**
 * Messages in the formats of incoming webhooks of Slack (https://docs.slack.dev/reference/block-kit) and Microsoft Teams (Adaptive Cards
 * 1.4, https://adaptivecards.io/explorer). Everything that comes from the landscape is in elements without markup, so that no name can
 * become a link or a mention.
 */
import type { EventMessage } from './eventMessage';

/** Slack's limits, in characters. */
const LONGEST_HEADER = 150;
const LONGEST_FIELD = 2_000;
const MOST_FIELDS = 10;

const MARKS: Readonly<Record<EventMessage['tone'], string>> = { bad: '🔴', good: '🟢', plain: '🔵' };

/** The body of a POST to an incoming webhook of Slack. */
export function slackMessage({ title, facts, tone, url }: EventMessage): string {
  const plain = (text: string, most: number) => ({ type: 'plain_text', text: cut(text, most), emoji: false });
  const blocks = [
    { type: 'header', text: { ...plain(`${MARKS[tone]} ${title}`, LONGEST_HEADER), emoji: true } },
    ...(facts.length === 0
      ? []
      : [{ type: 'section', fields: facts.slice(0, MOST_FIELDS).map(({ label, value }) => plain(`${label}: ${value}`, LONGEST_FIELD)) }]),
    ...(url === null ? [] : [{ type: 'actions', elements: [{ type: 'button', text: plain('Open in Faultline', LONGEST_HEADER), url }] }]),
  ];
  // Shown in notifications only, but read as markup.
  return JSON.stringify({ text: escaped(cut(title, LONGEST_HEADER)), blocks });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The body of a POST to a workflow of Teams that posts cards. */
export function teamsMessage({ title, facts, tone, url }: EventMessage): string {
  const run = (text: string, more: object = {}) => ({ type: 'TextRun', text: cut(text, LONGEST_FIELD), ...more });
  const colour = { bad: 'Attention', good: 'Good', plain: 'Default' }[tone];
  const card = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.4',
    body: [
      { type: 'RichTextBlock', inlines: [run(title, { weight: 'Bolder', size: 'Medium', color: colour })] },
      ...facts.map(({ label, value }) => ({
        type: 'RichTextBlock',
        spacing: 'Small',
        inlines: [run(`${label}: `, { weight: 'Bolder' }), run(value)],
      })),
    ],
    ...(url === null ? {} : { actions: [{ type: 'Action.OpenUrl', title: 'Open in Faultline', url }] }),
  };
  return JSON.stringify({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }],
  });
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
