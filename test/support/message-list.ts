import { forgetThrottles } from './fresh-throttles.js';

/** By a title each: a call that throws an error, or that resolves to the lines of a log. */
export type Provocations = Readonly<Record<string, () => unknown>>;

/** By a heading each. */
export type MessageGroups = Readonly<Record<string, Provocations>>;

/** The messages of one area as a document to read: under each title what was thrown, by name and message, or logged. */
export async function messageList(groups: MessageGroups): Promise<string> {
  const parts: string[] = [];
  for (const [heading, provocations] of Object.entries(groups)) {
    parts.push(`${heading}\n${'='.repeat(heading.length)}\n`);
    for (const [title, provoke] of Object.entries(provocations)) {
      const messages = await messagesOf(title, provoke);
      parts.push(`${title}:\n${messages.map((message) => `  ${message}\n`).join('')}`);
    }
  }
  return parts.join('\n');
}

async function messagesOf(title: string, provoke: () => unknown): Promise<string[]> {
  // Else the many requests of a list would wait for each other.
  forgetThrottles();
  const outcome: unknown = await (async () => provoke())().catch((thrown: unknown) => thrown);
  const lines: readonly unknown[] = Array.isArray(outcome) ? outcome : [];
  const messages = outcome instanceof Error ? [`${outcome.name}: ${outcome.message}`] : lines.map(String);
  if (messages.length === 0) throw new Error(`No message came of: ${title}.`);
  return messages;
}
