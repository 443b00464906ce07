/** Lets the browser fetch the library that draws with the page itself, instead of only once the page's code runs. */
'use client';

import dynamic from 'next/dynamic';

const nothing = (): null => null;

/** Shows nothing. A failure to load is reported when the canvas is drawn. */
export const PreloadLibrary = dynamic(async () => {
  await import('cytoscape').catch(() => undefined);
  return nothing;
});
