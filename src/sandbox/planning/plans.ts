import type { DiarySchema } from '../diary/schema.js';
import { moodV2 } from '../diary/seed-schemas.js';
import type { Client, Friend } from '../world/user.js';
import type { World } from '../world/world.js';
import type { Repetition } from './occurrence.js';

/** An event or a series of them. */
export interface Plan {
  readonly key: string;
  readonly title: string | null;
  readonly topic: string;
  readonly description: string;
  readonly visible: boolean;
  /** Wall clock time in the application zone. */
  readonly start: string;
  readonly repetition: Repetition | null;
  /** ICS-7: only `diary` occurs at present; a later release may bring the others. */
  readonly categories: readonly ('diary' | 'training' | 'plan')[];
  /** ICS-11: the diary to fill in. */
  readonly schema: DiarySchema | null;
  readonly modified: Date;
}

/** An event or series to plan; what is not given is a daily reminder of a diary. */
export interface PlanFields {
  /** Default `null`. */
  readonly title?: string | null;
  /** Default `Diary`. */
  readonly topic?: string;
  /** Default: a reminder to fill in the diary. */
  readonly description?: string;
  /** Whether the client sees it. Default `true`. */
  readonly visible?: boolean;
  /** Wall clock time in the application zone, `yyyy-mm-ddTHH:MM:SS`. */
  readonly start: string;
  /** Default `null`: once. */
  readonly repetition?: Repetition | null;
  /** Default `diary` alone. */
  readonly categories?: Plan['categories'];
  /** ICS-11: the diary to fill in. Default `null`; for a friend the mood diary. */
  readonly schema?: DiarySchema | null;
}

export class Plans {
  readonly #world: World;
  readonly #plans = new Map<Client | Friend, Plan[]>();

  constructor(world: World) {
    this.#world = world;
  }

  add(owner: Client | Friend, fields: PlanFields): Plan {
    const { categories = ['diary'] } = fields;
    const plan: Plan = {
      key: this.#world.ids.hex(12),
      title: fields.title ?? null,
      topic: fields.topic ?? 'Diary',
      description: fields.description ?? 'Reminder to fill in the diary',
      visible: fields.visible ?? true,
      start: fields.start,
      repetition: fields.repetition ?? null,
      categories,
      // ICS-11: friends have no diary, but can add the mood diary as a tool.
      schema: fields.schema ?? (owner.kind === 'friend' && categories.includes('diary') ? moodV2 : null),
      modified: this.#world.clock.now(),
    };
    this.#plans.set(owner, [...this.of(owner), plan]);
    return plan;
  }

  of(owner: Client | Friend): readonly Plan[] {
    return this.#plans.get(owner) ?? [];
  }

  clear(owner: Client | Friend): void {
    this.#plans.delete(owner);
  }

  move(from: Client, to: Client): void {
    this.#plans.set(to, [...this.of(to), ...this.of(from)]);
    this.#plans.delete(from);
  }
}
