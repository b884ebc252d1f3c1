import type { SandboxClock } from './clock.js';
import { Files } from './files.js';
import { keepNewest } from './history.js';
import { IdSource } from './id-source.js';
import { LabelList } from './label-list.js';
import { Memory } from './memory.js';
import type { Mail, MailKind } from './outbox.js';
import { RelationList } from './relation-list.js';
import type { Settings } from './settings.js';
import { Tokens } from './tokens.js';
import type { User } from './user.js';
import { Users } from './users.js';

/**
 * The state of one platform. A reset makes a new world, so no object may keep a world for later. State that only one
 * feature needs belongs in a store (`store.ts`), not here. All of it is in `memory`, which can be saved.
 */
export class World {
  readonly settings: Settings;
  readonly clock: SandboxClock;
  readonly ids: IdSource;
  readonly memory: Memory;
  readonly users: Users;
  readonly tokens: Tokens;
  readonly labels: LabelList;
  readonly relations: RelationList;
  readonly files: Files;
  readonly outbox: Mail[];
  readonly started: Date;

  constructor(settings: Settings, clock: SandboxClock, seed: number, memory = new Memory()) {
    this.settings = settings;
    this.clock = clock;
    this.memory = memory;
    const idsOf = (name: string, start: number) =>
      new IdSource(
        start,
        memory.part(name, () => ({ state: start >>> 0 })),
      );
    this.ids = idsOf('ids', seed);
    this.users = new Users(memory);
    // A sequence of its own, so the tokens are the same for any number of people.
    this.tokens = new Tokens(idsOf('tokenIds', seed ^ 0x5eed), memory);
    this.labels = new LabelList(this.ids, memory);
    this.relations = new RelationList(this.ids, memory);
    this.files = new Files(this.ids, memory);
    this.outbox = memory.part('outbox', () => []);
    this.started = memory.part('started', () => clock.now());
  }

  mail(user: User, kind: MailKind): void {
    if (user.kind === 'apiUser') return;
    keepNewest(this.outbox, { to: user.details.email, kind, at: this.clock.now() }, this.settings.historySize);
  }
}
