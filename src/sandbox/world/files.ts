import type { IdSource } from './id-source.js';
import type { Memory } from './memory.js';
import type { InlineFile, StoredFile } from './stored-file.js';
import type { Client, Friend, Professional } from './user.js';

/** Who may read a file: every user, those who see its owner, or those who see the diary with this entry. */
export type FileAccess =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'picture'; readonly owner: Client | Friend | Professional }
  | { readonly kind: 'diary'; readonly entry: string };

/** A stored file, and the users that may read it. */
export interface FileEntry {
  readonly file: StoredFile;
  readonly access: FileAccess;
}

/** The files behind file references. Every upload gets a new key, and so a new URL. */
export class Files {
  readonly #files: Map<string, FileEntry>;
  readonly #ids: IdSource;

  constructor(ids: IdSource, memory: Memory) {
    this.#files = memory.part('files', () => new Map());
    this.#ids = ids;
  }

  store(content: InlineFile, access: FileAccess): StoredFile {
    const file = { ...content, key: this.#ids.hex(16) };
    this.#files.set(file.key, { file, access });
    return file;
  }

  find(key: string): FileEntry | undefined {
    return this.#files.get(key);
  }

  remove(file: StoredFile): void {
    this.#files.delete(file.key);
  }
}
