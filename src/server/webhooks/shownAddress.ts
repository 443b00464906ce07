/** How the address of a webhook is shown. Anyone who knows the address of a chat can post there, so its secret part is left out. */
import type { WebhookFormat } from '@/contract/webhooks';

export function shownAddress({ url, format }: { url: string; format: string }): string {
  const isSecret = (['slack', 'teams'] satisfies WebhookFormat[] as string[]).includes(format);
  return isSecret && URL.canParse(url) ? `${new URL(url).origin}/…` : url;
}
