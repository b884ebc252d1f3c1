import type { DiarySchema } from '../diary/schema.js';
import { moodV2 } from '../diary/seed-schemas.js';
import type { Client, Friend } from '../world/user.js';
import type { World } from '../world/world.js';
import type { Repetition } from './occurrence.js';

/** An event, or a series of events. */
export interface Plan {
  readonly key: string;
  readonly title: string | null;
  readonly topic: string;
  readonly description: string;
  readonly visible: boolean;
  /** Wall clock time in the application's time zone. */
  readonly start: string;
  readonly repetition: Repetition | null;
  /** Only `diary` occurs at present. A later release may add the others. */
  readonly categories: readonly ('diary' | 'training' | 'plan')[];
  /** The diary to fill in. */
  readonly schema: DiarySchema | null;
  readonly modified: Date;
}

/** An event or series to plan. Without other fields it is a reminder of a diary. */
export interface PlanFields {
  /** Default `null`. */
  readonly title?: string | null;
  /** Default `Diary`. */
  readonly topic?: string;
  /** Default: a reminder to fill in the diary. */
  readonly description?: string;
  /** The value of `visible` in responses. The event is listed with both values. Default `true`. */
  readonly visible?: boolean;
  /** Wall clock time in the application's time zone, `yyyy-mm-ddTHH:MM:SS`. */
  readonly start: string;
  /** How it repeats. Default `null`: once. */
  readonly repetition?: Repetition | null;
  /** Default: only `diary`. */
  readonly categories?: Plan['categories'];
  /** The diary to fill in. Default `null`, and the mood diary for a friend. */
  readonly schema?: DiarySchema | null;
}

export class Plans {
  readonly #world: World;
  readonly #plans: Map<Client | Friend, Plan[]>;

  constructor(world: World) {
    this.#world = world;
    this.#plans = world.memory.part('plans', () => new Map());
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
      // Friends have no diary, but can add the mood diary as a tool.
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
