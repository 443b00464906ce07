/** Colours code on the server, so that pages need no script for it. */
import { escapeXml } from '@/plain/xml';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import nginx from 'highlight.js/lib/languages/nginx';
import yaml from 'highlight.js/lib/languages/yaml';

const LANGUAGES = { sh: bash, console: bash, ini, js: javascript, json, nginx, yaml };

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** The code as HTML: its text is exactly the code, within elements that say what each piece is. Other languages stay plain. */
export function highlighted(code: string, language: string): string {
  return language in LANGUAGES ? hljs.highlight(code, { language }).value : escapeXml(code);
}
