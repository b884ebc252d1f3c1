import type { PageSection, PageTools } from './page-tools.js';

/** Runs in the browser. Shows every section, and the sections that change by themselves every second. */
export function runPage(
  { find, send, act, setRefresh, showProblem }: PageTools,
  sections: readonly PageSection[],
): void {
  const pause = find<HTMLButtonElement>('pause');
  const isPaused = () => pause.getAttribute('aria-pressed') === 'true' || document.hidden;
  let isLost = false;

  /** One after the other: each request needs a connection, and the platform allows an address only so many. */
  const update = async (wanted: readonly PageSection[]): Promise<void> => {
    try {
      for (const section of wanted) await section.update();
      if (isLost) showProblem('');
      isLost = false;
    } catch {
      isLost = true;
      showProblem('The sandbox does not respond. This page tries again every second.');
    }
  };
  const watch = async (): Promise<void> => {
    if (isLost) await update(sections);
    else if (!isPaused()) await update(sections.filter(({ rarely }) => rarely !== true));
    setTimeout(watch, 1000);
  };

  setRefresh(() => update(sections));
  pause.addEventListener('click', () => {
    const paused = pause.getAttribute('aria-pressed') === 'true';
    pause.setAttribute('aria-pressed', String(!paused));
  });
  find('reset').addEventListener('click', () => {
    if (!confirm('Reset the people, settings, clock, faults, mails and requests to the start?')) return;
    act('Everything is as at the start.', () => send('POST', '/reset'));
  });
  find('base-url').textContent = `${location.origin}/api/2`;
  document.title = `Sandbox ${location.host}`;
  void update(sections).then(watch);
}
