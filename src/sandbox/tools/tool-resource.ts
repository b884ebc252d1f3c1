import { catalogueStore } from '../catalogue/catalogue-store.js';
import type { CatalogueItem } from '../catalogue/item.js';
import { diaryStore } from '../diary/diary-store.js';
import { schemaKey } from '../diary/schema.js';
import { type FieldTable, readFields } from '../fields/field-table.js';
import { boolean, string } from '../fields/value-type.js';
import type { Call } from '../http/call/call.js';
import { creationResponse, ok } from '../http/response/api-response.js';
import { type Operation, type Route, route } from '../http/routing/route.js';
import { clientWithDiary, personWith, therapy } from '../users/access/own-resource.js';
import { readReference, referenceMembers } from '../users/access/user-reference.js';
import { invalidQuery, type Problem, unknownValue } from '../world/failure.js';
import { unknownMembers } from '../world/json.js';
import type { Client, Friend, Professional } from '../world/user.js';
import { toolStore } from './tools.js';

interface ToolInput {
  id: string;
  require_feedback: boolean | null;
  notify: boolean | null;
}

const toolFields: FieldTable<ToolInput> = [
  { name: 'id', type: string(), required: true },
  { name: 'require_feedback', type: boolean() },
  { name: 'notify', type: boolean() },
];

/** Only API users may send these. From other users they are ignored (undocumented). */
const apiUserOnly = ['therapist', 'require_feedback', 'notify'];

interface ToolOrder {
  readonly content: CatalogueItem;
  readonly therapist: Professional | null;
  readonly requireFeedback: boolean;
  readonly notify: boolean;
}

/** Problems of this body are documented as 'Invalid query parameters'. */
function readOrder(call: Call, owner: Client | Friend): ToolOrder {
  const privileged = call.viewer.kind === 'apiUser';
  const hidden = privileged ? [] : apiUserOnly.filter((name) => Object.hasOwn(call.body, name));
  const body = Object.fromEntries(Object.entries(call.body).filter(([name]) => !hidden.includes(name)));
  const { sent, problems, ignored } = readFields(toolFields, body, 'create', call.world);
  const content = contentFor(call, owner, sent.id);
  const all: Problem[] = [...problems];
  if (sent.id !== undefined && content === undefined) all.push({ name: 'id', message: unknownValue });
  const { therapist = null } = body;
  const reading = therapist === null ? { user: null } : readReference(call, therapist, 'professional');
  if (!('user' in reading)) {
    all.push({ name: 'therapist', message: 'problem' in reading ? reading.problem.message : unknownValue });
  }
  if (content === undefined || !('user' in reading) || all.length > 0) throw invalidQuery(...all);
  const nested = unknownMembers(therapist, referenceMembers).map((name) => `therapist.${name}`);
  call.ignored.push(...hidden, ...ignored.filter((name) => name !== 'therapist'), ...nested);
  // Undocumented: both are false by default.
  const { require_feedback, notify } = sent;
  return { content, therapist: reading.user, requireFeedback: require_feedback ?? false, notify: notify ?? false };
}

/** Any content of the catalogue. The client itself can add self-help content only. */
function contentFor(call: Call, owner: Client | Friend, id: string | undefined): CatalogueItem | undefined {
  const content = id === undefined ? undefined : catalogueStore.of(call.world).find(id);
  return call.viewer === owner && content?.suitable_for_selfhelp === false ? undefined : content;
}

/** Adds the content and returns its URL. */
function add(call: Call, owner: Client | Friend, order: ToolOrder): string {
  const { content, therapist, requireFeedback } = order;
  const schema = catalogueStore.of(call.world).schemaOf(content.id);
  // A client without a diary gets diary content as a plain tool (undocumented), since the catalogue offers it.
  if (owner.kind === 'client' && owner.features.diary && schema !== undefined) {
    const diaries = diaryStore.of(call.world);
    const { configuration } = diaries.of(owner);
    const known = configuration.some((configured) => schemaKey(configured) === schemaKey(schema));
    if (!known) diaries.configure(owner, [...configuration, schema]);
    const params = { userId: owner.key, contentId: content.id };
    return call.urls.to('c/:userId/diary/configuration/:contentId', params);
  }
  const tool = toolStore.of(call.world).add(owner, content, therapist, requireFeedback);
  return call.urls.to('c/:userId/module/:toolId', { userId: owner.key, toolId: tool.key });
}

/** For the user itself, related therapists, and API users with the permission. */
const createTool: Operation<Client | Friend> = {
  allow: (call, owner) =>
    therapy(call, owner) && (call.viewer.kind !== 'apiUser' || call.viewer.permissions.has('tools')),
  respond(call, owner) {
    const order = readOrder(call, owner);
    const url = add(call, owner, order);
    if (order.notify) call.world.mail(owner, 'tool');
    return creationResponse(url, { '@url': url });
  },
};

interface OwnTool {
  readonly owner: Client | Friend;
  readonly url: string;
}

/** The documentation does not show the attributes of a tool, so there is only its URL. */
const readTool: Operation<OwnTool> = {
  allow: (call, { owner }) => therapy(call, owner),
  respond: (_call, { url }) => ok({ '@url': url, '@links': [] }),
};

export const toolRoutes: readonly Route[] = [
  route({ path: 'c/:userId/tools', target: personWith('tools'), methods: { POST: createTool } }),
  route({
    path: 'c/:userId/module/:toolId',
    target(call) {
      const owner = personWith('tools')(call);
      const tool = owner && toolStore.of(call.world).find(owner, call.param('toolId'));
      if (!owner || !tool) return undefined;
      return { owner, url: call.urls.to('c/:userId/module/:toolId', { userId: owner.key, toolId: tool.key }) };
    },
    methods: { GET: readTool },
  }),
  route({
    path: 'c/:userId/diary/configuration/:contentId',
    target(call) {
      const owner = clientWithDiary(call);
      const contentId = call.param('contentId');
      const schema = catalogueStore.of(call.world).schemaOf(contentId);
      if (!owner || !schema) return undefined;
      const { configuration } = diaryStore.of(call.world).of(owner);
      // By name: the catalogue may have a later version of the diary that was added.
      if (!configuration.some(({ name }) => name === schema.name)) return undefined;
      const url = call.urls.to('c/:userId/diary/configuration/:contentId', { userId: owner.key, contentId });
      return { owner, url };
    },
    methods: { GET: readTool },
  }),
];
