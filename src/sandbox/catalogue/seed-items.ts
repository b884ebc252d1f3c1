import { type CatalogueItem, type ContentType, contentTypes } from './item.js';

const seedLanguages = ['en', 'nl', 'de', 'fr', 'es', 'da', 'hu'] as const;

/** Titles by content type, forty in all. The diaries come first. */
const titles: Readonly<Record<ContentType, readonly string[]>> = {
  diary: ['Mood diary', 'Sleep diary', 'Activity diary'],
  document: ['House rules', 'Privacy statement', 'Medication leaflet'],
  'reusable pages': ['Breathing exercise', 'Body scan', 'Safety plan'],
  'template rom entry': ['Weekly outcome measure', 'Session rating'],
  'template rom planning': ['Quarterly outcome monitoring', 'Outcome monitoring at start and end'],
  'template screening': ['Anxiety screening', 'Depression screening', 'Alcohol use screening'],
  'template screening intake': ['Intake adults', 'Intake youth'],
  'template screening signup': ['Sign-up questionnaire', 'Waiting list questionnaire'],
  'template training': ['Assertiveness training', 'Mindfulness training', 'Relapse prevention training'],
  'template treatment': ['Exposure in steps', 'Cognitive therapy for panic', 'Grief treatment'],
  topic: [
    'Getting to know stress',
    'Better sleep',
    'Worrying less',
    'Self-esteem',
    'Coping with pain',
    'Living with psychosis',
    'Return to work',
    'Parenting under pressure',
    'Trauma explained',
    'Eating regularly',
    'Anger & you',
    'Social contacts',
    'Values and choices',
    'Moving more',
  ],
};

/** Forty items: at least two of each content type, in all seven languages, with and without optional attributes. */
export function seedItems(): CatalogueItem[] {
  const items: CatalogueItem[] = [];
  for (const type of contentTypes) {
    for (const [index, title] of titles[type].entries()) {
      const number = items.length + 1;
      items.push({
        id: `content-${String(number).padStart(3, '0')}`,
        content_type: type,
        lang: seedLanguages[index % seedLanguages.length] ?? 'en',
        title,
        subtitle: number % 3 === 0 ? null : `Part ${index + 1} of the series`,
        description: number % 4 === 3 ? null : `<p>About <strong>${title.replaceAll('&', '&amp;')}</strong>.</p>`,
        short_description: number % 5 === 0 ? null : `A short text about ${title.toLowerCase()}`,
        poster: number % 2 === 0 ? null : `/static/posters/${number}.png`,
        suitable_for_selfhelp: type === 'topic' ? index % 2 === 0 : type === 'diary' && index === 0,
      });
    }
  }
  return items;
}
