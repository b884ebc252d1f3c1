import type { DownloadProgress } from 'care-platform';

const width = 30;
const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `[#####     ]  17%  1.2 MB of 7.1 MB`. Without a bar if the platform does not report the size. */
export function progressBar({ received, size }: DownloadProgress): string {
  if (!size) return `${bytes(received)} received`;
  const share = Math.min(1, received / size);
  const filled = Math.round(share * width);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `[${'#'.repeat(filled)}${' '.repeat(width - filled)}] ${percent}%  ${bytes(received)} of ${bytes(size)}`;
}

function bytes(count: number): string {
  const power = count < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(count) / 3));
  return `${(count / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
