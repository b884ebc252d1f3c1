let steps = 0;

/** A heading. */
export function step(title: string): void {
  steps += 1;
  console.log(`\n${String(steps).padStart(2)}. ${title}`);
}

export function say(line: string): void {
  console.log(`    ${line}`);
}

/** A line that the next one replaces, if there is a terminal. */
export function progress(done: number, line: string): void {
  const width = 30;
  const full = Math.round(width * Math.min(1, done));
  const bar = `    [${'#'.repeat(full)}${'.'.repeat(width - full)}] ${line}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${bar.padEnd(70)}${done >= 1 ? '\n' : ''}`);
  else console.log(bar);
}
