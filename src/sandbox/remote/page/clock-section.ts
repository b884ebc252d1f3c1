import type { PageSection, PageTools } from './page-tools.js';

/** Runs in the browser. Shows the clock of the sandbox, and moves it. */
export function showClock({ find, send, act, timeText }: PageTools): PageSection {
  const freeze = find<HTMLButtonElement>('freeze');
  const input = find<HTMLInputElement>('set-time');
  let frozen = false;

  for (const button of find('steps').querySelectorAll('button')) {
    const advance: unknown = JSON.parse(button.dataset.step ?? '{}');
    button.addEventListener('click', () =>
      act(`The clock was moved by ${button.textContent.slice(1)}.`, () => send('POST', '/clock', { advance })),
    );
  }
  freeze.addEventListener('click', () =>
    act(frozen ? 'The clock runs.' : 'The clock stands still.', () => send('POST', '/clock', { frozen: !frozen })),
  );
  find('set-form').addEventListener('submit', (event) => {
    event.preventDefault();
    // Without seconds if they are zero.
    const time = input.value.length === 16 ? `${input.value}:00` : input.value;
    act('The clock was set.', () => send('POST', '/clock', { set: `${time}Z` }));
  });
  return {
    async update() {
      const clock = (await send('GET', '/clock')) as { now: string; frozen: boolean };
      frozen = clock.frozen;
      const day = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(new Date(clock.now));
      const now = find<HTMLTimeElement>('now');
      now.textContent = `${day} ${timeText(clock.now)} UTC`;
      now.dateTime = clock.now;
      find('running').textContent = frozen ? 'stands still' : 'runs';
      freeze.textContent = frozen ? 'Let it run' : 'Freeze';
      if (input.value === '') input.value = clock.now.slice(0, 19);
    },
  };
}
