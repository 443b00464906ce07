/** What the documentation's pages can do beyond links and forms: the theme of the app, copying code, and a search while somebody types. */

/** Runs in the head: sets the theme before the first paint, and the rest once the page is read. The app stores its theme under the same name. */
export const SITE_SCRIPT = `(() => {
  const STORED = 'mantine-color-scheme-value';
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try { return localStorage.getItem(STORED) ?? 'auto'; } catch { return 'auto'; }
  };
  const paint = () => {
    const theme = chosen();
    root.dataset.mantineColorScheme = theme === 'light' || theme === 'dark' ? theme : dark.matches ? 'dark' : 'light';
  };
  paint();
  dark.addEventListener('change', paint);

  const element = (name, words, set = {}) => Object.assign(document.createElement(name), { textContent: words }, set);

  function offerThemes() {
    const group = document.querySelector('.theme');
    const buttons = Object.entries({ light: 'Light', dark: 'Dark', auto: 'System' }).map(([theme, words]) => {
      const button = element('button', words, { type: 'button' });
      button.addEventListener('click', () => {
        try { localStorage.setItem(STORED, theme); } catch { return; }
        paint();
        press();
      });
      return [theme, button];
    });
    const press = () => buttons.forEach(([theme, button]) => button.setAttribute('aria-pressed', String(theme === chosen())));
    press();
    group.append(...buttons.map(([, button]) => button));
    group.hidden = false;
  }

  function offerCopies() {
    for (const block of document.querySelectorAll('.code')) {
      const button = element('button', 'Copy', { type: 'button', ariaLive: 'polite' });
      button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(block.querySelector('code').textContent).then(
          () => { button.textContent = 'Copied'; },
          () => { button.textContent = 'Could not copy'; },
        );
        setTimeout(() => { button.textContent = 'Copy'; }, 2_000);
      });
      block.append(button);
    }
  }

  function searchWhileTyping(form) {
    const [field, found, said] = ['input', '.found', '.said'].map((selector) => form.querySelector(selector));
    let asked = 0;
    const show = (html) => {
      found.innerHTML = html;
      found.hidden = html === '';
      const count = found.querySelectorAll('.results a').length;
      said.textContent = html === '' ? '' : count === 1 ? '1 result' : count + ' results';
    };
    field.addEventListener('input', async () => {
      const own = ++asked;
      const words = field.value.trim();
      if (words.length < 2) return show('');
      try {
        const answer = await fetch('/docs/search?part=results&q=' + encodeURIComponent(words));
        const html = await answer.text();
        if (own === asked && answer.ok) show(html);
      } catch {
        // Enter still opens the page of results, which says what is wrong.
      }
    });
    form.addEventListener('keydown', (event) => {
      const links = [...found.querySelectorAll('a')];
      const at = links.indexOf(document.activeElement);
      if (event.key === 'Escape' && !found.hidden) {
        // Otherwise the field would be emptied too.
        event.preventDefault();
        show('');
        field.focus();
      } else if (event.key === 'ArrowDown' && links.length > 0) {
        event.preventDefault();
        links[Math.min(at + 1, links.length - 1)].focus();
      } else if (event.key === 'ArrowUp' && at >= 0) {
        event.preventDefault();
        (links[at - 1] ?? field).focus();
      }
    });
    // A link to the page that is open leads to another place on it.
    found.addEventListener('click', () => show(''));
    document.addEventListener('focusin', ({ target }) => { if (!form.contains(target)) found.hidden = true; });
    document.addEventListener('pointerdown', ({ target }) => { if (!form.contains(target)) found.hidden = true; });
    field.addEventListener('focus', () => { found.hidden = found.innerHTML === ''; });
  }

  function useKeys() {
    document.addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea');
      if (((event.ctrlKey || event.metaKey) && event.key === 'k') || (event.key === '/' && !isTyping)) {
        event.preventDefault();
        const field = [...document.querySelectorAll('.search input')].find((each) => each.checkVisibility());
        if (field === undefined) location.assign('/docs/search');
        else field.select();
      } else if (event.key === 'Escape' && location.hash === '#navigation') location.hash = '#content';
    });
  }

  function markWhereWeAre() {
    const links = new Map([...document.querySelectorAll('aside.contents a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
    const heads = [...links.keys()].map((id) => document.getElementById(id));
    const mark = () => {
      const here = heads.findLast((head) => head.getBoundingClientRect().top < 120) ?? heads[0];
      for (const [id, link] of links) link.toggleAttribute('aria-current', id === here?.id);
    };
    document.addEventListener('scroll', mark, { passive: true });
    mark();
  }

  // By hand: scrolling into view would also move where Tab begins.
  function showCurrent() {
    const list = document.querySelector('.parts');
    const current = list.querySelector('[aria-current]');
    if (current === null) return;
    const below = current.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
    if (below > 0) list.scrollTop = below + list.clientHeight / 2;
  }

  document.addEventListener('DOMContentLoaded', () => {
    offerThemes();
    offerCopies();
    document.querySelectorAll('form.search').forEach(searchWhileTyping);
    useKeys();
    markWhereWeAre();
    showCurrent();
  });
})();
`;
