import type * as care from 'care-platform';
import type { OccurrenceOptions } from 'care-platform/calendar';
import type * as node from 'care-platform/node';
import type { RedisThrottleOptions } from 'care-platform/redis';
import type * as sandbox from 'care-platform/sandbox';
import { describe, expectTypeOf, test } from 'vitest';
import type { RefusesUndefined } from './fields.js';

describe('an optional value may be undefined', () => {
  test('in the options of a connection', () => {
    expectTypeOf<RefusesUndefined<care.ConnectOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.ThrottleOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.Hooks>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.Logger>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.AcquireOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<RedisThrottleOptions>>().toBeNever();
  });

  test('in the options of calls', () => {
    expectTypeOf<RefusesUndefined<care.RequestOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.ListOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.FollowOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.UpdateOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.UpsertOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.RawRequest>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.PollOptions<care.ExportJob>>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.ReadOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.WatchOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.MirrorOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.ChartOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.ExportOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<NonNullable<Parameters<typeof care.inlineFile>[2]>>>().toBeNever();
    expectTypeOf<RefusesUndefined<NonNullable<Parameters<typeof node.saveDownload>[2]>>>().toBeNever();
  });

  test('in filters', () => {
    expectTypeOf<RefusesUndefined<OccurrenceOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.ClientSearch>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.CatalogueQuery>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.ChangesQuery>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.ConversationQuery>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.DiaryEntryQuery>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.PlannedEventQuery>>().toBeNever();
  });

  test('in fields that are sent', () => {
    expectTypeOf<RefusesUndefined<care.ClientFields>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.NewClient>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.FriendFields>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.ProfessionalFields>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.NewProfessional>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.RolesFields>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.NewRelation>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.NewTool>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.NewDiaryEntry>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.NewExport>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.InlineFile>>().toBeNever();
    expectTypeOf<RefusesUndefined<care.UserReferenceInput>>().toBeNever();
  });

  test('in the options of the sandbox', () => {
    expectTypeOf<RefusesUndefined<sandbox.SandboxOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<sandbox.ListenOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<sandbox.CorsOptions>>().toBeNever();
    expectTypeOf<RefusesUndefined<sandbox.Fault>>().toBeNever();
  });
});
