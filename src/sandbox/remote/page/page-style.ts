export const pageStyle = /* css */ `
:root {
  color-scheme: light dark;
  --page: #f4f6f8; --card: #fff; --line: #d5dbe3; --text: #1a222d; --muted: #566172;
  --accent: #1d5bb8; --on-accent: #fff; --field: #fff; --field-line: #8490a0;
  --good: #17663a; --warn: #8a4b00; --bad: #a81c2b; --fresh: #fff3c4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11151a; --card: #1a2027; --line: #313a45; --text: #e6eaf0; --muted: #a2adbb;
    --accent: #8ab6fa; --on-accent: #0d1b2e; --field: #12171d; --field-line: #6f7b8a;
    --good: #7ed3a1; --warn: #f2bc6b; --bad: #ff9c9c; --fresh: #4a431f;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
header, main { padding: 0 max(20px, 50% - 740px); }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 20px; padding-block: 12px; background: var(--page); }
html { scroll-padding-top: 130px; }
h1 { margin: 0; font-size: 20px; }
h1 span { margin-left: 8px; color: var(--muted); font: 14px ui-monospace, monospace; overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 16px; }
#message { flex: 1; min-width: 12em; margin: 0; color: var(--muted); text-align: right; }
#problem { flex: 1 0 100%; margin: 0; color: var(--bad); font-weight: 600; }
#problem:empty { display: none; }
main { display: grid; grid-template-columns: minmax(340px, 5fr) minmax(0, 8fr); gap: 16px; padding-bottom: 32px; }
.column { display: grid; gap: 16px; align-content: start; min-width: 0; }
.whole { grid-column: 1 / -1; }
section { display: grid; gap: 12px; min-width: 0; padding: 16px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.head, .row { display: flex; flex-wrap: wrap; align-items: end; gap: 8px; }
.head h2 { flex: 1; align-self: center; }
.head label { grid-auto-flow: column; align-items: center; gap: 8px; }
.now { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; margin: 0; font: 600 20px/1.2 ui-monospace, monospace; }
.mark { display: inline-block; white-space: nowrap; padding: 2px 8px; border: 1px solid currentColor; border-radius: 99px; color: var(--muted); font: 600 12px system-ui, sans-serif; }
.hint { margin: 0; color: var(--muted); }
.hint:empty { display: none; }
label { display: grid; gap: 3px; color: var(--muted); font-size: 13px; }
.check { grid-auto-flow: column; justify-content: start; align-items: center; gap: 8px; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(140px, 1fr)); gap: 10px; align-items: end; padding-top: 12px; border-top: 1px solid var(--line); }
.wide, .check { grid-column: 1 / -1; }
input, select, button { min-height: 36px; font: inherit; color: var(--text); border-radius: 6px; }
input, select { width: 100%; padding: 4px 8px; background: var(--field); border: 1px solid var(--field-line); }
.row input { width: auto; }
input[type="checkbox"] { width: 20px; min-height: 20px; margin: 0; accent-color: var(--accent); }
::placeholder { color: var(--muted); opacity: 1; }
button { padding: 4px 12px; background: none; border: 1px solid var(--field-line); cursor: pointer; }
button:hover { border-color: var(--accent); color: var(--accent); }
button[aria-pressed="true"], .main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.main:hover, button[aria-pressed="true"]:hover { color: var(--on-accent); filter: brightness(1.1); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[hidden] { display: none; }
ul { display: grid; gap: 6px; margin: 0; padding: 0; list-style: none; }
ul:empty { display: none; }
#faults li { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 10px; justify-content: space-between; padding: 8px 10px; border: 1px solid var(--line); border-left: 4px solid var(--warn); border-radius: 6px; overflow-wrap: anywhere; }
#faults li span { color: var(--muted); }
.scroll { max-height: 240px; overflow: auto; }
.tall { max-height: 480px; }
.scroll:has(tbody:empty) { display: none; }
table { width: 100%; min-width: 540px; border-collapse: collapse; }
th { position: sticky; top: 0; background: var(--card); color: var(--muted); font-size: 13px; font-weight: 600; }
th, td { padding: 6px 10px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td { overflow-wrap: break-word; max-width: 40em; }
.plain { white-space: nowrap; }
.path { min-width: 17em; }
code { font: 13px ui-monospace, monospace; overflow-wrap: anywhere; }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
.good, .warn, .bad { font-weight: 600; }
.token { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; margin: 0 0 4px; }
.token button, td > button, #faults button { min-height: 28px; padding: 0 8px; font-size: 13px; }
@media (prefers-reduced-motion: no-preference) {
  .fresh { animation: fresh 1.6s ease-out; }
  @keyframes fresh { from { background: var(--fresh); } }
}
@media (max-width: 1100px) {
  main { grid-template-columns: minmax(0, 1fr); padding-inline: 12px; }
  header { padding-inline: 12px; }
  #message { text-align: left; }
}
`;
