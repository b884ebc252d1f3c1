/** A state of the sandbox with a change by hand in its nodes, whose checksum is right for all that. */
export function changedState(state: string, change: (nodes: string) => string): string {
  const [, start = '', nodes = ''] =
    /^(\{"sandboxState":\d+,"checksum":)"[\da-f]+","nodes":(.*)\}\s*$/s.exec(state) ?? [];
  const changed = change(nodes);
  // FNV-1a, of 32 bits.
  let hash = 0x811c9dc5;
  for (let at = 0; at < changed.length; at++) hash = Math.imul(hash ^ changed.charCodeAt(at), 0x01000193);
  return `${start}"${(hash >>> 0).toString(16)}","nodes":${changed}}\n`;
}
