import type { FaultEffect } from '../../http/faults/fault.js';

const pageIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%231f5fbf'/%3E%3Cpath d='M4 11V7h8v4z' fill='%23fff'/%3E%3C/svg%3E";

/** In the order of the page. The compiler asks for a new kind. */
const faultTexts: Readonly<Record<FaultEffect['kind'], string>> = {
  html: 'an error page of a gateway',
  response: 'a response of your choice',
  drop: 'a lost connection',
  stall: 'no response at all',
  delay: 'a late response',
  slow: 'a slow body',
  truncate: 'a body that breaks off',
  late: 'a lost connection, and the work is done later',
  redirect: 'a redirect',
};

const faultKinds = Object.entries(faultTexts)
  .map(([kind, text]) => `<option value="${kind}">${text} (${kind})</option>`)
  .join('\n');

const clockMarkup = /* html */ `
<section aria-labelledby="clock-title">
  <h2 id="clock-title">Clock</h2>
  <p class="now"><time id="now">…</time> <span id="running" class="mark"></span></p>
  <div class="row" id="steps" role="group" aria-label="Move the clock forward">
    <button type="button" data-step='{"seconds":30}'>+30 seconds</button>
    <button type="button" data-step='{"minutes":10}'>+10 minutes</button>
    <button type="button" data-step='{"hours":1}'>+1 hour</button>
    <button type="button" data-step='{"days":1}'>+1 day</button>
    <button type="button" data-step='{"days":7}'>+1 week</button>
  </div>
  <form class="row" id="set-form">
    <label>Set to (UTC) <input id="set-time" type="datetime-local" step="1" required></label>
    <button>Set</button>
    <button type="button" id="freeze">Freeze</button>
  </form>
</section>`;

const faultsMarkup = /* html */ `
<section aria-labelledby="faults-title">
  <div class="head"><h2 id="faults-title">Faults</h2><button type="button" id="clear-faults">Clear all</button></div>
  <ul id="faults"></ul>
  <p id="no-faults" class="hint">No fault is pending: every request gets its normal response.</p>
  <form id="fault-form" class="fields" aria-label="Add a fault">
    <label class="wide">Effect <select name="kind">${faultKinds}</select></label>
    <label data-for="response html redirect">Status <input name="status" type="number" min="200" max="599" value="502" required></label>
    <label class="wide" data-for="response">Body: JSON, or a text <input name="body"></label>
    <label class="wide" data-for="redirect">Location <input name="location" value="https://login.example/" required></label>
    <label data-for="delay late slow">Milliseconds <input name="milliseconds" type="number" min="0" value="2000" required></label>
    <label data-for="drop stall">The work is <select name="when"><option value="after">done</option><option value="before">not done</option></select></label>
    <label data-for="truncate">Bytes before the break <input name="keep" type="number" min="0" placeholder="half"></label>
    <label>Method <select name="method"><option value="">any</option><option>GET</option><option>POST</option><option>PATCH</option><option>DELETE</option><option>PUT</option><option>HEAD</option></select></label>
    <label class="wide">Path <input name="path" placeholder="any, or /c/items" autocapitalize="off" spellcheck="false"></label>
    <label class="check"><input name="isPattern" type="checkbox"> The path is a regular expression</label>
    <label>Lasts for <select name="unit"><option value="times">requests</option><option value="seconds">seconds</option><option value="minutes">minutes</option><option value="hours">hours</option><option value="ever">until it is cleared</option></select></label>
    <label data-amount>How many <input name="amount" type="number" min="1" value="1" required></label>
    <label>Requests that pass first <input name="skip" type="number" min="0" value="0" required></label>
    <button class="main">Add the fault</button>
  </form>
</section>`;

const recordsMarkup = /* html */ `
<section aria-labelledby="requests-title">
  <div class="head"><h2 id="requests-title">Requests</h2><button type="button" id="pause" aria-pressed="false">Pause updates</button></div>
  <div class="scroll tall" tabindex="0" role="group" aria-labelledby="requests-title">
    <table><thead><tr><th scope="col">Time</th><th scope="col">Request</th><th scope="col">Status</th><th scope="col">User</th><th scope="col">Ignored fields</th></tr></thead><tbody id="requests"></tbody></table>
  </div>
  <p id="no-requests" class="hint">No request has come yet. They appear here as they come.</p>
</section>
<section aria-labelledby="mails-title">
  <h2 id="mails-title">Mails it would have sent</h2>
  <div class="scroll" tabindex="0" role="group" aria-labelledby="mails-title">
    <table><thead><tr><th scope="col">Time</th><th scope="col">Kind</th><th scope="col">To</th></tr></thead><tbody id="mails"></tbody></table>
  </div>
  <p id="no-mails" class="hint">No mail.</p>
</section>`;

const peopleMarkup = /* html */ `
<section aria-labelledby="people-title" class="whole">
  <div class="head">
    <h2 id="people-title">People</h2>
    <label>Search <input id="search" type="search" autocomplete="off"></label>
    <button type="button" id="reload-people">Reload</button>
  </div>
  <div class="scroll tall" tabindex="0" role="group" aria-labelledby="people-title">
    <table><thead><tr><th scope="col">Name</th><th scope="col">Kind</th><th scope="col">External id</th><th scope="col">Path</th><th scope="col">Tokens</th></tr></thead><tbody id="people"></tbody></table>
  </div>
  <p id="more-people" class="hint"></p>
</section>`;

/** The page without its style and its program, which take the places of the two comments. */
export const pageMarkup = /* html */ `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sandbox</title>
<link rel="icon" href="${pageIcon}">
<style>/* style */</style>
</head>
<body>
<header>
  <h1>Sandbox <span id="base-url"></span></h1>
  <p id="message" role="status"></p>
  <button type="button" id="reset">Reset everything</button>
  <p id="problem" role="alert"></p>
</header>
<main>
  <div class="column">${clockMarkup}${faultsMarkup}</div>
  <div class="column">${recordsMarkup}</div>
  ${peopleMarkup}
</main>
<script type="module">/* program */</script>
</body>
</html>
`;
