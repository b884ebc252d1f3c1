import type { PageSection, PageTools } from './page-tools.js';

interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly at: string;
  readonly status: number | null;
  readonly user: string | null;
  readonly ignored: readonly string[];
}

/** Runs in the browser. Lists the newest requests and mails, the newest first. */
export function showRecords({ find, create, send, names, timeText }: PageTools): PageSection {
  const lists = {
    requests: { path: '/requests?last=200', known: '' },
    mails: { path: '/mails?last=100', known: '' },
  };
  const cell = (text: string, className = '') => create('td', className, text);
  const statusClass = (status: number | null): string => {
    if (status === null || status >= 500) return 'bad';
    return status >= 400 ? 'warn' : 'good';
  };
  const requestRow = (request: RecordedRequest, newest: RecordedRequest): HTMLElement =>
    create('tr', '', [
      // The clock can be moved to another day.
      cell(timeText(request.at, request.at.slice(0, 10) !== newest.at.slice(0, 10)), 'plain'),
      create('td', 'path', [create('code', '', `${request.method} ${request.path}${request.query}`)]),
      cell(request.status === null ? 'no response' : String(request.status), `plain ${statusClass(request.status)}`),
      cell(names.get(request.user ?? '') ?? request.user ?? ''),
      cell(request.ignored.join(', '), 'warn'),
    ]);
  const mailRow = (mail: { readonly at: string; readonly kind: string; readonly to: string }): HTMLElement =>
    create('tr', '', [cell(timeText(mail.at), 'plain'), cell(mail.kind), cell(mail.to)]);

  const show = async <Item extends { readonly at: string }>(
    id: 'requests' | 'mails',
    row: (item: Item, newest: Item) => HTMLElement,
  ): Promise<void> => {
    const list = lists[id];
    const items = (await send('GET', list.path)) as readonly Item[];
    const content = JSON.stringify(items);
    if (content === list.known) return;
    // At the start nothing is new.
    const known = JSON.parse(list.known || content) as readonly Item[];
    const newest = known.at(-1)?.at ?? '';
    const rows = items.map((item, index) => {
      const element = row(item, items.at(-1) ?? item);
      // The time may stand still, and the number of items ends at its limit.
      if (index >= known.length || item.at > newest) element.classList.add('fresh');
      return element;
    });
    list.known = content;
    find(id).replaceChildren(...rows.toReversed());
    find(`no-${id}`).hidden = items.length > 0;
  };
  return {
    async update() {
      await show('requests', requestRow);
      await show('mails', mailRow);
    },
  };
}
