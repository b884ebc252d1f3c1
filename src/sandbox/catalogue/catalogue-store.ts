import { activityV1, moodV2, sleepV1 } from '../diary/seed-schemas.js';
import { defineStore } from '../world/store.js';
import { Catalogue } from './catalogue.js';
import { seedItems } from './seed-items.js';

/** The schemas that the first diary items define, in the order of the items. */
const diarySchemas = [moodV2, sleepV1, activityV1];

export const catalogueStore = defineStore<Catalogue>({
  create: ({ memory }) => new Catalogue(memory),
  seed(catalogue) {
    for (const [index, item] of seedItems().entries()) {
      catalogue.add(item, item.content_type === 'diary' ? diarySchemas[index] : undefined);
    }
  },
});
