// What must not be in a page under a strict policy.
const attempts: [string, () => unknown][] = [
  ['Function', () => new Function('return 1')()],
  // biome-ignore lint/security/noGlobalEval: the offence itself
  ['eval', () => globalThis.eval('1')],
  ['markup', () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>')],
];
const refused = attempts.filter(([, attempt]) => {
  try {
    attempt();
    return false;
  } catch {
    return true;
  }
});
const output = document.querySelector('output');
if (output) output.textContent = JSON.stringify(refused.map(([name]) => name));
