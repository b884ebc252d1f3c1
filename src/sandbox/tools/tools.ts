import type { CatalogueItem } from '../catalogue/item.js';
import { defineStore } from '../world/store.js';
import type { Client, Friend, Professional } from '../world/user.js';
import type { World } from '../world/world.js';

/** Content that was added for a client or friend. Diary content is in the diary configuration instead. */
export interface Tool {
  readonly key: string;
  readonly content: CatalogueItem;
  owner: Client | Friend;
  readonly therapist: Professional | null;
  /** Undocumented: false by default. */
  readonly requireFeedback: boolean;
  readonly created: Date;
}

export class Tools {
  readonly #world: World;
  readonly #tools: Map<string, Tool>;

  constructor(world: World) {
    this.#world = world;
    this.#tools = world.memory.part('tools', () => new Map());
  }

  add(owner: Client | Friend, content: CatalogueItem, therapist: Professional | null, requireFeedback: boolean): Tool {
    const created = this.#world.clock.now();
    const tool = { key: this.#world.ids.hex(12), content, owner, therapist, requireFeedback, created };
    this.#tools.set(tool.key, tool);
    return tool;
  }

  of(owner: Client | Friend): Tool[] {
    return [...this.#tools.values()].filter((tool) => tool.owner === owner);
  }

  find(owner: Client | Friend, key: string): Tool | undefined {
    const tool = this.#tools.get(key);
    return tool?.owner === owner ? tool : undefined;
  }

  /** Moves all tools, for a merge. */
  move(from: Client, to: Client): void {
    for (const tool of this.of(from)) tool.owner = to;
  }
}

export const toolStore = defineStore<Tools>({
  create: (world) => new Tools(world),
  merge: (tools, { survivor, duplicate }) => tools.move(duplicate, survivor),
});
