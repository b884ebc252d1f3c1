import type {
  Application,
  Client,
  ClientData,
  ClientFields,
  FileReference,
  Friend,
  FriendData,
  FriendFields,
  GroupsData,
  InlineFile,
  NewClient,
  NewProfessional,
  Professional,
  ProfessionalData,
  ProfessionalFields,
  RolesData,
} from 'care-platform';
import { describe, expectTypeOf, test } from 'vitest';
import type { MayBeAbsent, MayBeNull } from './fields.js';

declare const care: Application;
declare const client: Client;
declare const friend: Friend;
declare const professional: Professional;

describe('a client', () => {
  type SettingDependent = 'picture' | 'labels' | 'age' | 'date_of_birth' | 'phone_number' | 'id' | 'bsn';

  test('lacks fields that the platform has not enabled, and has null for fields without a value', () => {
    expectTypeOf<MayBeAbsent<ClientData>>().toEqualTypeOf<SettingDependent>();
    expectTypeOf<MayBeNull<ClientData>>().toEqualTypeOf<SettingDependent | 'infix' | 'external_source'>();
    expectTypeOf<ClientData['picture']>().toEqualTypeOf<FileReference | null | undefined>();
    expectTypeOf<ClientData['gender']>().toExtend<string>();
    expectTypeOf<'x'>().toExtend<ClientData['gender']>();
  });

  test('is created with all that is required, and changed with any of it', () => {
    expectTypeOf<MayBeAbsent<NewClient>>().toEqualTypeOf<
      Exclude<keyof ClientFields, 'first_name' | 'last_name' | 'email' | 'gender'>
    >();
    expectTypeOf<MayBeAbsent<ClientFields>>().toEqualTypeOf<keyof ClientFields>();
    expectTypeOf<MayBeNull<ClientFields>>().toEqualTypeOf<
      'infix' | 'picture' | 'labels' | 'phone_number' | 'id' | 'bsn'
    >();
    expectTypeOf<ClientFields['picture']>().toEqualTypeOf<InlineFile | null | undefined>();
  });

  test('refuses read-only fields in writing, and misspelt names', () => {
    expectTypeOf(client.update).parameter(0).not.toHaveProperty('active');
    expectTypeOf(client.update).parameter(0).not.toHaveProperty('name');
    expectTypeOf(client.update).parameter(0).not.toHaveProperty('age');
    expectTypeOf(client.update).parameter(0).not.toHaveProperty('external_source');
    // @ts-expect-error misspelt
    client.data.frist_name;
    // @ts-expect-error misspelt
    client.update({ frist_name: 'x' });
    // @ts-expect-error required, so it cannot be reset
    client.update({ first_name: null });
    // @ts-expect-error not among the choices that can be sent
    client.update({ gender: 'x' });
    // @ts-expect-error read back is a reference, sent are bytes
    client.update({ picture: client.data.picture });
    // @ts-expect-error a snapshot
    client.data.first_name = 'x';
    // @ts-expect-error no gender
    care.createClient({ first_name: 'a', last_name: 'b', active: false, email: 'a@b.example' });
  });
});

describe('a friend', () => {
  test('shows an API user its activity alone', () => {
    expectTypeOf<MayBeAbsent<FriendData>>().toEqualTypeOf<'email' | 'picture' | 'name'>();
    expectTypeOf<MayBeNull<FriendData>>().toEqualTypeOf<'picture'>();
  });

  test('has a name that can be written, and no diary, activation or external id', () => {
    expectTypeOf<keyof FriendFields>().toEqualTypeOf<'active' | 'email' | 'picture' | 'name'>();
    expectTypeOf(friend).not.toHaveProperty('activate');
    expectTypeOf(friend).not.toHaveProperty('diary');
    expectTypeOf<FriendData>().not.toHaveProperty('id');
    // @ts-expect-error misspelt
    friend.data.nmae;
    // @ts-expect-error misspelt
    friend.update({ nmae: 'x' });
  });
});

describe('a professional', () => {
  test('lacks fields that the platform has not enabled, and has null for fields without a value', () => {
    expectTypeOf<MayBeAbsent<ProfessionalData>>().toEqualTypeOf<'picture' | 'id' | 'labels'>();
    expectTypeOf<MayBeNull<ProfessionalData>>().toEqualTypeOf<
      'infix' | 'external_source' | 'picture' | 'id' | 'description' | 'labels'
    >();
  });

  test('is created with all that is required, and changed with any of it', () => {
    expectTypeOf<MayBeAbsent<NewProfessional>>().toEqualTypeOf<'infix' | 'picture' | 'id' | 'description' | 'labels'>();
    expectTypeOf<MayBeAbsent<ProfessionalFields>>().toEqualTypeOf<keyof ProfessionalFields>();
    expectTypeOf(professional.activate).parameter(0).not.toHaveProperty('sendEmail');
    // @ts-expect-error misspelt
    professional.data.descripton;
    // @ts-expect-error read-only
    professional.update({ name: 'x' });
    // @ts-expect-error changed by activation
    professional.update({ active: true });
  });

  test('has groups with unknown names too', () => {
    expectTypeOf<GroupsData['groups'][number]>().toExtend<string>();
    expectTypeOf<string>().toExtend<GroupsData['groups'][number]>();
    expectTypeOf<RolesData>().toEqualTypeOf<{
      readonly roles: readonly string[];
      readonly additional_roles: readonly string[];
    }>();
    // @ts-expect-error a list
    professional.setGroups('therapists');
  });
});
