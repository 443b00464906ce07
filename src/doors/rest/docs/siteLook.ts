/** How the documentation looks: the colours and sizes of the app (`src/ui/theme.ts`), in one file for all its pages. */
export const SITE_LOOK = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f7f8fa, #101218); --surface: light-dark(#ffffff, #161922); --line: light-dark(#e2e5ea, #2b303b);
  --text: light-dark(#22262f, #dfe2e9); --dimmed: light-dark(#5a6271, #9aa2b1); --hover: light-dark(#f0f2f5, #232834);
  --border: light-dark(#d3d8e0, #353b48); --tint: light-dark(#eef0ff, #1d2140); --accent: light-dark(#3942a8, #a0abf9);
  --code: light-dark(#f7f8fa, #12151c); --ring: #6b7af0;
  --keyword: light-dark(#8a2a8f, #d7a1dd); --string: light-dark(#1c6b3a, #8fce9f); --number: light-dark(#8f4a00, #e6b673);
  --name: light-dark(#3942a8, #a0abf9); --comment: light-dark(#5a6271, #9aa2b1);
}
:root[data-mantine-color-scheme='light'] { color-scheme: light; }
:root[data-mantine-color-scheme='dark'] { color-scheme: dark; }
* { box-sizing: border-box; scrollbar-width: thin; scrollbar-color: var(--border) transparent; }
[hidden] { display: none !important; }
html { scroll-padding-top: 16px; }
body {
  margin: 0; display: grid; grid-template-columns: 256px minmax(0, 1fr); min-height: 100vh; background: var(--surface); color: var(--text);
  font: 15px/1.6 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; overflow-wrap: break-word;
  -webkit-font-smoothing: antialiased;
}
a { color: inherit; }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
code, pre, kbd { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; }
.skip { position: absolute; left: -9999px; top: 8px; z-index: 10; padding: 6px 12px; border-radius: 5px; background: #5563e4; color: #fff; }
.skip:focus { left: 8px; }

/* The navigation: what does not fit scrolls, and what is found stands beside it. */
#navigation {
  position: sticky; top: 0; height: 100vh; height: 100dvh; display: flex; flex-direction: column; gap: 8px; padding: 12px 10px; z-index: 2;
  border-right: 1px solid var(--line); background: var(--surface); font-size: 13px; line-height: 1.45;
}
#navigation ul { list-style: none; margin: 0; padding: 0; }
.mark { display: flex; align-items: center; gap: 8px; padding: 4px 9px; font-size: 14px; font-weight: 650; text-decoration: none; }
.mark .of { font-weight: 400; color: var(--dimmed); }
.back { padding: 7px 9px; border: 1px solid var(--line); border-radius: 5px; text-decoration: none; }
.search { position: relative; margin: 0; }
.search input {
  width: 100%; padding: 7px 58px 7px 9px; border: 1px solid var(--border); border-radius: 5px; background: var(--page); color: var(--text); font: inherit;
}
.search input::placeholder { color: var(--dimmed); opacity: 1; }
.search input::-webkit-search-cancel-button { display: none; }
.search kbd { position: absolute; right: 8px; top: 8px; padding: 0 5px; border: 1px solid var(--line); border-radius: 3px; font-size: 11px; color: var(--dimmed); }
.said { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.parts { flex: 1; min-height: 0; overflow-y: auto; }
.parts > li { margin-bottom: 10px; }
.part { display: block; padding: 2px 9px; font-size: 12px; color: var(--dimmed); }
.parts a { display: block; padding: 4px 9px; border-radius: 5px; text-decoration: none; }
.parts a:hover, .back:hover { background: var(--hover); }
.parts a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 550; }
.parts a:focus-visible { outline-offset: -2px; }
.theme { display: flex; gap: 2px; padding: 2px; border-radius: 5px; background: var(--hover); }
.theme button { flex: 1; padding: 4px; border: 0; border-radius: 4px; background: none; color: inherit; font: inherit; cursor: pointer; }
.theme button[aria-pressed='true'] { background: var(--surface); font-weight: 550; }
.top, .close { display: none; }

/* The page, and what is on it. */
main { display: flex; justify-content: center; gap: 48px; padding: 28px 32px 64px; outline: none; }
article { flex: 0 1 46rem; min-width: 0; }
aside.contents { flex: 0 0 14rem; position: sticky; top: 28px; align-self: flex-start; max-height: calc(100vh - 56px); overflow-y: auto; font-size: 13px; line-height: 1.45; }
.contents p { margin: 0 0 6px; font-size: 12px; color: var(--dimmed); }
.contents ul { list-style: none; margin: 0; padding: 0; border-left: 1px solid var(--line); }
.contents a { display: block; padding: 3px 0 3px 12px; color: var(--dimmed); text-decoration: none; }
.contents a:hover, .contents a[aria-current] { color: var(--text); }
.contents .depth3 a { padding-left: 24px; }
details.contents { display: none; margin-bottom: 20px; border: 1px solid var(--line); border-radius: 7px; font-size: 13px; }
details.contents summary { padding: 8px 12px; cursor: pointer; }
details.contents ul { border-left: 0; padding: 0 0 8px; }
h1 { margin: 0 0 12px; font-size: 26px; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; }
h2 { margin: 40px 0 8px; font-size: 19px; line-height: 1.35; font-weight: 600; }
h3 { margin: 28px 0 6px; font-size: 16px; line-height: 1.4; font-weight: 600; }
.here { color: var(--dimmed); text-decoration: none; opacity: 0; }
:is(h2, h3):hover .here, .here:focus-visible { opacity: 1; }
article p, article ul, article ol { margin: 0 0 12px; }
article li { margin: 4px 0; }
article li > p { margin: 0 0 6px; }
article :is(p, li:not(.found-one), td, dd) > a:not([class]), article :is(p, li, td, dd) :is(em, strong) > a { color: var(--accent); text-underline-offset: 2px; }
:target { scroll-margin-top: 16px; }
article :is(p, li, tr, .code):target { background: var(--tint); border-radius: 5px; box-shadow: 0 0 0 6px var(--tint); }
article tr:target { box-shadow: none; }
article :not(pre) > code { padding: 1px 4px; border-radius: 3px; background: var(--hover); font-size: 0.88em; }
.code { position: relative; margin: 0 0 16px; }
.code pre, article > pre, section pre { margin: 0; padding: 12px 76px 12px 14px; border: 1px solid var(--line); border-radius: 7px; background: var(--code); overflow-x: auto; font-size: 13px; line-height: 1.55; }
.code button {
  position: absolute; top: 6px; right: 6px; min-height: 24px; padding: 2px 8px; border: 1px solid var(--line); border-radius: 5px; background: var(--surface); color: var(--dimmed);
  font: inherit; font-size: 12px; cursor: pointer;
}
.code button:hover { color: var(--text); }
.table { margin: 0 0 16px; overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; line-height: 1.5; }
td, th { text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); padding: 7px 16px 7px 0; }
th { font-size: 12px; font-weight: 550; color: var(--dimmed); }
td:first-child { min-width: 7rem; }
img { display: block; max-width: 100%; height: auto; margin: 4px 0 16px; border: 1px solid var(--line); border-radius: 7px; }
dt { margin-top: 16px; font-weight: 600; }
dd { margin: 0; color: var(--dimmed); }
dd p { margin: 0; }
.neighbours { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin-top: 48px; padding-top: 20px; border-top: 1px solid var(--line); }
.neighbours a { padding: 10px 14px; border: 1px solid var(--line); border-radius: 7px; text-decoration: none; }
.neighbours a:hover { background: var(--hover); }
.neighbours [rel='next'] { text-align: right; }
.way { display: block; font-size: 12px; color: var(--dimmed); }

/* What was found: in the page, and beside the navigation while somebody types. */
.results { list-style: none; margin: 0; padding: 0; }
article .results li { margin: 0; }
.results a { display: block; padding: 9px 12px; border-radius: 5px; text-decoration: none; }
.results a:hover { background: var(--hover); }
.results a:focus-visible { outline-offset: -2px; background: var(--tint); }
.results b { font-weight: 600; }
.results .at { display: block; font-size: 12px; color: var(--dimmed); }
.results .text { display: block; font-size: 13px; line-height: 1.5; }
.results mark { background: none; color: var(--accent); font-weight: 600; }
.found {
  position: absolute; left: 0; top: calc(100% + 6px); width: min(36rem, calc(100vw - 20px)); max-height: min(70vh, 40rem); overflow-y: auto; padding: 6px;
  border: 1px solid var(--border); border-radius: 7px; background: var(--surface); box-shadow: 0 8px 30px rgb(0 0 0 / 0.18);
}
.found p { margin: 8px 12px; }
article .search { margin: 0 0 16px; }

.hljs-comment, .hljs-quote { color: var(--comment); }
.hljs-keyword, .hljs-literal, .hljs-built_in, .hljs-type, .hljs-selector-tag { color: var(--keyword); }
.hljs-string, .hljs-regexp, .hljs-meta .hljs-string { color: var(--string); }
.hljs-number, .hljs-variable, .hljs-template-variable, .hljs-symbol { color: var(--number); }
.hljs-attr, .hljs-attribute, .hljs-title, .hljs-section, .hljs-property, .hljs-meta { color: var(--name); }

@media (max-width: 80em) {
  aside.contents { display: none; }
  details.contents { display: block; }
}
@media (max-width: 62em) {
  html { scroll-padding-top: 64px; }
  body { display: block; }
  .top {
    position: sticky; top: 0; z-index: 2; height: 48px; display: flex; align-items: center; gap: 4px; padding: 0 8px;
    border-bottom: 1px solid var(--line); background: var(--surface);
  }
  .top .find { margin-left: auto; }
  .burger, .find, .close { display: grid; place-items: center; width: 32px; height: 32px; border-radius: 5px; font-size: 18px; text-decoration: none; }
  #navigation { display: none; position: fixed; inset: 0; width: 100%; }
  #navigation:target { display: flex; }
  #navigation .close { position: absolute; top: 8px; right: 8px; }
  .search kbd { display: none; }
  main { padding: 20px 16px 48px; }
  h1 { font-size: 22px; }
  .neighbours { grid-template-columns: 1fr; }
}
/* The button that copies gets a line of its own, or it would cover what the line scrolls to. */
@media (max-width: 40em) { .code pre { padding: 38px 14px 12px; } }
@media (prefers-reduced-motion: no-preference) { html:focus-within { scroll-behavior: smooth; } }
@media print { #navigation, .top, .contents, .neighbours, .code button, .here { display: none !important; } body { display: block; } main { padding: 0; } }
`;
