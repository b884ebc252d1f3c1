import type { IdSource } from './id-source.js';
import type { InlineFile, StoredFile } from './stored-file.js';
import type { User } from './user.js';

/** A stored file, and the users that may read it. */
interface FileEntry {
  readonly file: StoredFile;
  readonly readableBy: (viewer: User) => boolean;
}

/** The files behind file references. Every upload gets a new key, and so a new URL. */
export class Files {
  readonly #files = new Map<string, FileEntry>();
  readonly #ids: IdSource;

  constructor(ids: IdSource) {
    this.#ids = ids;
  }

  store(content: InlineFile, readableBy: FileEntry['readableBy']): StoredFile {
    const file = { ...content, key: this.#ids.hex(16) };
    this.#files.set(file.key, { file, readableBy });
    return file;
  }

  find(key: string): FileEntry | undefined {
    return this.#files.get(key);
  }

  remove(file: StoredFile): void {
    this.#files.delete(file.key);
  }
}
