import type { IdSource } from './id-source.js';
import type { Memory } from './memory.js';

export interface Label {
  readonly identifier: string;
  label: string;
}

/** The labels of the platform, in creation order. Texts may repeat, identifiers never do. */
export class LabelList {
  readonly #labels: Map<string, Label>;
  readonly #ids: IdSource;

  constructor(ids: IdSource, memory: Memory) {
    this.#labels = memory.part('labels', () => new Map());
    this.#ids = ids;
  }

  create(text: string): Label {
    const label = { identifier: this.#ids.uuid(), label: text };
    this.#labels.set(label.identifier, label);
    return label;
  }

  find(identifier: string): Label | undefined {
    return this.#labels.get(identifier);
  }

  all(): Label[] {
    return [...this.#labels.values()];
  }

  remove(label: Label): void {
    this.#labels.delete(label.identifier);
  }
}
