import * as z from 'zod/mini';
import { checkInput, inputSchema } from '../../hypermedia/input.js';
import type { Session } from '../../hypermedia/session.js';
import { predicateValues } from '../choice-values.js';
import { type NewRelation, newRelation, Relation } from './relation.js';
import { checkOrigin } from './sent-user.js';

/** Whether a `NewRelation` can express it. A relation of a later release can have another kind or predicate. */
export function isNameable(found: Relation): boolean {
  return found instanceof Relation && predicateValues.some((predicate) => predicate === found.data.predicate);
}

/** Refuses invalid relations before anything is read or sent. */
export function checkRelations(session: Session, relations: readonly NewRelation[]): void {
  checkInput(newRelations, { relations }, 'relations');
  for (const { professional } of relations) checkOrigin(session, professional, 'professional');
}

const newRelations = inputSchema<{ relations: readonly NewRelation[] }>({ relations: z.array(newRelation) });
