/** What the sections of the page share. Texts come in as `textContent` alone, so no text becomes markup. */
export interface PageTools {
  /** An element of the page by its id. */
  find<Kind extends Element = HTMLElement>(id: string): Kind;
  /** A new element with a text or with children. */
  create(tag: string, className: string, content: string | readonly Node[]): HTMLElement;
  /** Sends a request to the control. Throws an error with its message if it is refused. */
  send(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Does what a button promises, then shows what was done, or why it failed. */
  act(doneText: string, work: () => Promise<unknown>): void;
  /** The actions after which everything is shown again. */
  refresh(): Promise<void>;
  setRefresh(refresh: () => Promise<void>): void;
  showProblem(text: string): void;
  /** The names of the people by their keys. */
  readonly names: Map<string, string>;
  /** A time as people read it: `2026-03-02 09:00:00`. */
  timeText(instant: string, withDay?: boolean): string;
}

/** A part of the page that shows something of the sandbox. */
export interface PageSection {
  /** Reads its data and shows them. */
  update(): Promise<void>;
  /** Only when something other than time may have changed it: at the start, and after an action. */
  readonly rarely?: boolean;
}

/** Runs in the browser. */
export function createPageTools(): PageTools {
  const messages = { done: 'message', problem: 'problem' };
  let refreshAll = async (): Promise<void> => undefined;

  const find = <Kind extends Element = HTMLElement>(id: string): Kind => {
    const found = document.getElementById(id);
    if (found === null) throw new Error(`The page has no element ${id}.`);
    return found as unknown as Kind;
  };
  const showText = (id: string, text: string): void => {
    if (find(id).textContent !== text) find(id).textContent = text;
  };
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    const response = await fetch(`/_sandbox${path}`, { method, ...sent });
    const text = await response.text();
    const content: unknown = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw new Error((content as { message?: string }).message ?? `Status ${response.status}`);
    return content;
  };
  return {
    find,
    create(tag, className, content) {
      const element = document.createElement(tag);
      if (className !== '') element.className = className;
      if (typeof content === 'string') element.textContent = content;
      else element.append(...content);
      return element;
    },
    send,
    act(doneText, work) {
      const run = async () => {
        try {
          await work();
          showText(messages.problem, '');
          showText(messages.done, doneText);
        } catch (error) {
          showText(messages.done, '');
          showText(messages.problem, error instanceof Error ? error.message : String(error));
        }
        await refreshAll();
      };
      void run();
    },
    refresh: () => refreshAll(),
    setRefresh(refresh) {
      refreshAll = refresh;
    },
    names: new Map(),
    showProblem: (text) => showText(messages.problem, text),
    timeText: (instant, withDay = true) => instant.slice(withDay ? 0 : 11, 19).replace('T', ' '),
  };
}
