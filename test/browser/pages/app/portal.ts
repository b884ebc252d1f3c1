// A page as an integrator builds it: the tokens come from a form, and everything the package offers is used once.
import { connect } from 'care-platform';
import { clientsDay } from './clients-day.ts';
import { officersDay } from './officers-day.ts';

const form = document.querySelector('form');
const output = document.querySelector('output');

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const given = new FormData(form);
  const sign = (name: string) =>
    connect({
      baseUrl: String(given.get('baseUrl')),
      token: String(given.get(name)),
      tokenKind: 'user',
      logger: console,
    });
  try {
    show({ client: await clientsDay(await sign('token')), officer: await officersDay(await sign('officer')) });
  } catch (error) {
    show({ error: String(error) });
  }
});

function show(done: unknown): void {
  if (output) output.textContent = JSON.stringify(done);
}
