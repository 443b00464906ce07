/** How the address of a webhook is shown: whoever knows that of a chat may write there, so the part that is a secret is left out. */
import type { WebhookFormat } from '@/contract/webhooks';

export function shownAddress({ url, format }: { url: string; format: string }): string {
  const isSecret = (['slack', 'teams'] satisfies WebhookFormat[] as string[]).includes(format);
  return isSecret && URL.canParse(url) ? `${new URL(url).origin}/…` : url;
}
