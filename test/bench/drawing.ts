import type { NginxRequest } from '../services/nginx.ts';

/** One run: what nginx saw of it, in the order in which it came. */
export interface Line {
  readonly name: string;
  readonly requests: readonly NginxRequest[];
}

const seconds = 24;
const left = 280;
const width = 690;
const row = 34;
const curve = 260;
const top = 70;
const accepted = '#0a6e4f';
const refused = '#d1242f';
const colours = [accepted, '#1f6feb', '#8250df', '#bf8700', '#57606a', '#953800'];

/** The responses over time, against what the limits allow; below, each request that was sent. */
export function drawing(lines: readonly Line[]): string {
  const rows = top + curve + 50;
  const height = rows + lines.length * row + 50;
  const most = Math.max(...lines.map(({ requests }) => served(requests).length));
  const y = (count: number) => top + curve - (count / most) * curve;
  const bound = `M${x(0)} ${y(30)}L${x((most - 30) / 30)} ${y(most)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 30} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#1f2328">
<title>Requests at nginx with 30 requests per second and a burst of 30</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="20" y="28" font-size="16" font-weight="600">330 requests at nginx: 30 per second, burst of 30, 20 connections</text>
<text x="20" y="48" fill="#57606a">Above: responses, against what the limits allow. Below: each request sent, refused ones red.</text>
${axis(rows + lines.length * row)}
<path d="${bound}V${top + curve}H${x(0)}Z" fill="#eaeef2"/>
<path d="${bound}" stroke="#8c959f" stroke-width="2" stroke-dasharray="5 4" fill="none"/>
<text x="${left - 12}" y="${y(most) + 4}" text-anchor="end">${most} responses</text>
<text x="${left - 12}" y="${y(30) + 4}" text-anchor="end" fill="#57606a">what the limits allow</text>
${lines.map(({ requests }, index) => cumulative(requests, y, colour(index))).join('\n')}
${lines.map((line, index) => strip(line, rows + index * row, colour(index))).join('\n')}
</svg>
`;
}

function colour(index: number): string {
  return colours[index % colours.length] ?? accepted;
}

function x(second: number): number {
  return Math.round((left + (second / seconds) * width) * 2) / 2;
}

function served(requests: readonly NginxRequest[]): NginxRequest[] {
  return requests.filter(({ status }) => status === 200);
}

/** Where each of them stands, and the seconds before the first are cut off. */
function places(requests: readonly NginxRequest[], status: (code: number) => boolean): number[] {
  const begin = requests[0]?.start ?? 0;
  return requests
    .filter((request) => status(request.status))
    .map(({ start }) => (start - begin) / 1000)
    .filter((second) => second <= seconds)
    .map(x);
}

function cumulative(requests: readonly NginxRequest[], y: (count: number) => number, stroke: string): string {
  const counts = new Map(places(requests, (code) => code === 200).map((place, index) => [place, index + 1]));
  const steps = [...counts].map(([place, count]) => `H${place}V${y(count).toFixed(1)}`).join('');
  return `<path d="M${x(0)} ${y(0)}${steps}" stroke="${stroke}" stroke-width="2" fill="none"/>`;
}

function strip({ name, requests }: Line, at: number, stroke: string): string {
  const ticks = (colour: string, status: (code: number) => boolean) => {
    const marks = [...new Set(places(requests, status))].map((place) => `M${place} ${at}v${row - 12}`).join('');
    return marks === '' ? '' : `<path d="${marks}" stroke="${colour}"/>`;
  };
  const total = requests.filter(({ status }) => status === 429).length;
  return `<text x="20" y="${at + 11}" fill="${stroke}" font-weight="600">${name}</text>
<text x="20" y="${at + 25}" font-size="11" fill="#57606a">${total === 0 ? 'none' : total.toLocaleString('en')} refused</text>
${ticks(stroke, (code) => code === 200)}${ticks(refused, (code) => code === 429)}`;
}

function axis(bottom: number): string {
  const marks = Array.from({ length: seconds / 4 + 1 }, (_, index) => index * 4);
  const lines = marks.map((second) => `M${x(second)} ${top}V${bottom}`).join('');
  const words = marks.map(
    (second) => `<text x="${x(second)}" y="${bottom + 20}" text-anchor="middle">${second} s</text>`,
  );
  return `<path d="${lines}" stroke="#d0d7de"/>${words.join('')}`;
}
