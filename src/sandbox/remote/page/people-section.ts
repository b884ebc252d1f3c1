import type { PageSection, PageTools } from './page-tools.js';

interface ListedPerson {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly id: string | null;
  readonly email: string | null;
  readonly active: boolean;
  readonly path: string | null;
  readonly tokens: readonly { readonly token: string; readonly role: string | null }[];
}

/** Runs in the browser. Lists the people with their tokens, those that have one first. */
export function showPeople({ find, create, send, act, names }: PageTools): PageSection {
  const most = 50;
  const search = find<HTMLInputElement>('search');
  let people: readonly ListedPerson[] = [];

  const button = (text: string, label: string, work: () => void): HTMLElement => {
    const element = create('button', '', text);
    element.setAttribute('type', 'button');
    element.setAttribute('aria-label', label);
    element.addEventListener('click', work);
    return element;
  };
  const tokenLine = (name: string, { token, role }: ListedPerson['tokens'][number]): HTMLElement =>
    create('p', 'token', [
      create('span', '', role ?? 'issued'),
      create('code', '', token),
      button('Copy', `Copy the token ${role ?? ''} of ${name}`, () =>
        act('The token was copied.', () => navigator.clipboard.writeText(token)),
      ),
    ]);
  const personRow = ({ key, kind, name, id, active, path, tokens }: ListedPerson): HTMLElement => {
    const issue = button('Issue a token', `Issue a token for ${name}`, () =>
      act(`A token was issued for ${name}.`, () => send('POST', '/hooks/issueToken', [key])),
    );
    const owned = tokens.map((token) => tokenLine(name, token));
    return create('tr', '', [
      create('td', '', name),
      create('td', '', active ? kind : `${kind}, inactive`),
      create('td', 'plain', id ?? ''),
      create('td', 'plain', [create('code', '', path ?? '')]),
      create('td', '', owned.length > 0 ? owned : [issue]),
    ]);
  };
  const isWanted = ({ name, id, key, kind, email, tokens }: ListedPerson): boolean => {
    const texts = [name, id, key, kind, email, ...tokens.flatMap(({ token, role }) => [token, role])];
    const wanted = search.value.trim().toLowerCase();
    return texts.some((text) => text?.toLowerCase().includes(wanted));
  };
  const show = (): void => {
    const wanted = people.filter(isWanted);
    const ordered = wanted.toSorted((one, other) => Math.min(other.tokens.length, 1) - Math.min(one.tokens.length, 1));
    find('people').replaceChildren(...ordered.slice(0, most).map(personRow));
    const isAll = wanted.length <= most;
    find('more-people').textContent = isAll ? `${wanted.length} people.` : `${most} of ${wanted.length} people.`;
  };

  search.addEventListener('input', show);
  find('reload-people').addEventListener('click', () => act('The people were read again.', async () => undefined));
  return {
    rarely: true,
    async update() {
      people = (await send('GET', '/people')) as readonly ListedPerson[];
      for (const { key, name } of people) names.set(key, name);
      show();
    },
  };
}
