import type { PageSection, PageTools } from './page-tools.js';

interface ListedFault {
  readonly id: number;
  readonly kind: string;
  readonly left: { readonly skip: number; readonly times: number | null; readonly until: string | null };
  readonly [option: string]: unknown;
}

/** Runs in the browser. Lists the pending faults, and adds one from a form. */
export function showFaults({ find, create, send, act, timeText }: PageTools): PageSection {
  const form = find<HTMLFormElement>('fault-form');
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  let known = '';
  const isShown = (name: string) => field(name).closest('label')?.hidden === false;

  /** Hides the fields that the effect and the duration do not take. */
  const showFields = (): void => {
    for (const label of form.querySelectorAll('label')) {
      const kinds = label.dataset.for;
      if (kinds !== undefined) label.hidden = !kinds.split(' ').includes(field('kind').value);
      if ('amount' in label.dataset) label.hidden = field('unit').value === 'ever';
      for (const input of label.querySelectorAll('input')) input.disabled = label.hidden !== false;
    }
  };
  /** A text that is no JSON is sent as it is. */
  const bodyOf = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  const scopeOf = (): object => {
    const path = field('path').value;
    const amount = Number(field('amount').value);
    const unit = field('unit').value;
    return {
      ...(field('method').value !== '' && { method: field('method').value }),
      ...(path !== '' && { [field('isPattern').checked ? 'pathPattern' : 'path']: path }),
      ...(Number(field('skip').value) > 0 && { skip: Number(field('skip').value) }),
      ...(unit === 'times' ? { times: amount } : unit === 'ever' ? { times: null } : { for: { [unit]: amount } }),
    };
  };
  const faultOf = (): object => {
    const hasValue = (name: string) => isShown(name) && field(name).value !== '';
    const numbers = ['status', 'milliseconds', 'keep'].filter(hasValue);
    return {
      kind: field('kind').value,
      ...Object.fromEntries(numbers.map((name) => [name, Number(field(name).value)])),
      ...(hasValue('body') && { body: bodyOf(field('body').value) }),
      ...(hasValue('location') && { location: field('location').value }),
      ...(hasValue('when') && { when: field('when').value }),
      ...scopeOf(),
    };
  };
  const effectText = ({ id, kind, left, ...fault }: ListedFault): string => {
    const { method = 'any request', path, pathPattern, ...options } = fault;
    const hidden = ['times', 'for', 'skip', 'chance'];
    const details = Object.entries(options)
      .filter(([name]) => !hidden.includes(name))
      .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
    const where = pathPattern === undefined ? (path ?? '') : `matching ${pathPattern}`;
    const share = fault.chance === undefined ? '' : `, ${Number(fault.chance) * 100} % of the requests`;
    return `${[kind, ...details].join(', ')}: ${method} ${where}${share}`.trim();
  };
  const textOfRest = ({ left: { skip, times, until } }: ListedFault): string => {
    const pass = skip === 0 ? '' : `after ${skip} more, `;
    if (until !== null) return `${pass}until ${timeText(until)} UTC`;
    if (times === null) return `${pass}until it is cleared`;
    return `${pass}${times} ${times === 1 ? 'request' : 'requests'} left`;
  };

  const faultItem = (fault: ListedFault): HTMLElement => {
    const remove = create('button', '', 'Remove');
    remove.setAttribute('type', 'button');
    remove.dataset.fault = String(fault.id);
    remove.setAttribute('aria-label', `Remove the fault ${effectText(fault)}`);
    remove.addEventListener('click', () =>
      act('The fault was removed.', () => send('DELETE', `/faults?id=${fault.id}`)),
    );
    return create('li', '', [create('strong', '', effectText(fault)), create('span', '', textOfRest(fault)), remove]);
  };

  field('kind').addEventListener('change', () => {
    field('status').value = { response: '503', redirect: '302' }[field('kind').value] ?? '502';
  });
  form.addEventListener('change', showFields);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    act('The fault was added.', () => send('POST', '/faults', faultOf()));
  });
  find('clear-faults').addEventListener('click', () => act('All faults are cleared.', () => send('DELETE', '/faults')));
  showFields();
  return {
    async update() {
      const faults = (await send('GET', '/faults')) as readonly ListedFault[];
      const content = JSON.stringify(faults);
      if (content === known) return;
      known = content;
      const list = find('faults');
      const focused = list.querySelector<HTMLButtonElement>('button:focus')?.dataset.fault;
      list.replaceChildren(...faults.map(faultItem));
      if (focused !== undefined) {
        (list.querySelector<HTMLButtonElement>(`[data-fault="${focused}"]`) ?? find('clear-faults')).focus();
      }
      find('no-faults').hidden = faults.length > 0;
    },
  };
}
