import { showClock } from './clock-section.js';
import { showFaults } from './faults-section.js';
import { pageMarkup } from './page-markup.js';
import { pageStyle } from './page-style.js';
import { createPageTools } from './page-tools.js';
import { showPeople } from './people-section.js';
import { showRecords } from './records-section.js';
import { runPage } from './run-page.js';

/** A bundler that keeps names calls this inside of every function, and tsx does so too. Without it, their pages fail. */
const bundlerHelper = 'const __name = (named) => named;';

/**
 * The program of the page, as text. Each function runs in the browser, so it uses nothing from outside but its
 * arguments. That needs no build step of its own, and works from the sources too.
 */
const pageProgram = `'use strict';
${bundlerHelper}
const tools = (${createPageTools})();
const sections = [${[showClock, showFaults, showPeople, showRecords].join(',\n')}].map((show) => show(tools));
(${runPage})(tools, sections);
`;

let written: Promise<{ readonly html: string; readonly policy: string }> | undefined;

/** The page that shows and controls the sandbox. It holds no data: its program asks for them. */
export async function controlPage(): Promise<Response> {
  written ??= writePage();
  const { html, policy } = await written;
  const headers = {
    'Content-Type': 'text/html;charset=UTF-8',
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
  };
  return new Response(html, { headers });
}

async function writePage() {
  const html = pageMarkup.replace('/* style */', () => pageStyle).replace('/* program */', () => pageProgram);
  const policy = [
    "default-src 'none'",
    `script-src ${await hashSource(pageProgram)}`,
    `style-src ${await hashSource(pageStyle)}`,
    // Its icon is in the page itself.
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return { html, policy };
}

async function hashSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
