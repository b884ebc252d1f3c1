import type { ChoiceList } from '../values/choice.js';
import { choiceList } from '../values/choice-list.js';
import type { ContentTypeFilter } from './catalogue-item.js';
import { contentTypeFilterValues, genderValues, groupValues, predicateValues } from './choice-values.js';
import type { Gender } from './users/client-fields.js';
import type { KnownGroup } from './users/groups.js';
import type { Predicate } from './users/relation.js';

/** The genders that the platform accepts. */
export const genders: ChoiceList<Gender> = choiceList(genderValues);

/** The predicates of relations. */
export const predicates: ChoiceList<Predicate> = choiceList(predicateValues);

/** The documented groups. A platform can have others. */
export const knownGroups: ChoiceList<KnownGroup> = choiceList(groupValues);

/** The filters of the catalogue. */
export const contentTypeFilters: ChoiceList<ContentTypeFilter> = choiceList(contentTypeFilterValues);
