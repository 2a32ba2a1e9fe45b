/** Addresses of the client's pages. The server answers all of them with the same document. */

export type Page =
  | { page: 'lobby' }
  | { page: 'new'; game?: string }
  | { page: 'match'; id: string; seat?: string }
  | { page: 'room'; id: string }
  | { page: 'desk'; id: string }
  | { page: 'report'; id: string }
  | { page: 'join'; token: string }
  | { page: 'return'; token: string }
  | { page: 'rules'; game: string; case?: string }
  | { page: 'calculator'; game?: string; query: string }
  | { page: 'settings' }
  | { page: 'lost' };

export function parse(path: string, search = ''): Page {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  const query = new URLSearchParams(search);
  const [head, second, third] = parts;
  switch (head) {
    case undefined:
    case 'lobby':
      return { page: 'lobby' };
    case 'new':
      return second ? { page: 'new', game: second } : { page: 'new' };
    case 'match':
      if (!second) return { page: 'lobby' };
      return query.get('seat')
        ? { page: 'match', id: second, seat: query.get('seat')! }
        : { page: 'match', id: second };
    case 'room':
    case 'desk':
      return second ? { page: head, id: second } : { page: 'lobby' };
    case 'report':
      return second ? { page: 'report', id: second } : { page: 'lobby' };
    case 'join':
      return second ? { page: 'join', token: second } : { page: 'lobby' };
    case 'return':
      return second ? { page: 'return', token: second } : { page: 'lobby' };
    case 'rules':
      if (!second) return { page: 'lobby' };
      return third ? { page: 'rules', game: second, case: third } : { page: 'rules', game: second };
    case 'calculator':
      return second
        ? { page: 'calculator', game: second, query: search }
        : { page: 'calculator', query: search };
    case 'settings':
      return { page: 'settings' };
    default:
      return { page: 'lost' };
  }
}

class Route {
  now = $state.raw<Page>(parse(location.pathname, location.search));

  constructor() {
    addEventListener('popstate', () => (this.now = parse(location.pathname, location.search)));
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.now = parse(location.pathname, location.search);
    scrollTo(0, 0);
  }
}

export const route = new Route();

/** Lets plain links move inside the client without loading it again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
    return;
  const link = (event.target as Element | null)?.closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  route.go(link.pathname + link.search);
}
