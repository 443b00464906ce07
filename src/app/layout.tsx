/** The root of every page: language, colour scheme before the first paint, and what all pages share. */
import '@mantine/core/styles.css';
import '@/ui/base.css';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { AppProviders } from '@/client/AppProviders';
import { KEEP_EARLY_INPUT } from '@/client/earlyInput';

export const metadata: Metadata = {
  title: { template: '%s · Faultline', default: 'Faultline' },
  description: 'What breaks when something fails.',
};
export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#101218' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: KEEP_EARLY_INPUT }} />
      </head>
      <body>
        <noscript>
          <p className="without-script">
            Without JavaScript you can read incidents, and change nothing. The REST API, the command line and MCP work without it.
          </p>
        </noscript>
        <AppProviders nonce={nonce}>{children}</AppProviders>
      </body>
    </html>
  );
}
