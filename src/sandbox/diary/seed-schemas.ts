import type { DiarySchema } from './schema.js';

const icon = (fill: string, mouth: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" fill="${fill}"/><path d="${mouth}" fill="none" stroke="#fff" stroke-width="2"/></svg>`;

const moodIcons = {
  'icons/good.svg': icon('#2a7', 'M7 14q5 5 10 0'),
  'icons/neutral.svg': icon('#888', 'M7 15h10'),
  'icons/bad.svg': icon('#c44', 'M7 17q5 -5 10 0'),
};

/** The former mood diary. No configuration contains it any more, but entries use it. */
export const moodV1: DiarySchema = {
  name: 'mood',
  version: 1,
  title: 'Mood diary',
  fields: [
    { name: 'mood', title: 'Mood', type: 'integer', required: true, min: 0, max: 10 },
    { name: 'note', title: 'Note', type: 'text' },
  ],
  icons: {},
};

/** All four types of fields, icons and a chart. */
export const moodV2: DiarySchema = {
  name: 'mood',
  version: 2,
  title: 'Mood diary',
  fields: [
    {
      name: 'mood',
      title: 'How do you feel?',
      type: 'choice',
      required: true,
      choices: [
        { icon: 'icons/good.svg', name: 'Good', value: 'good' },
        { icon: 'icons/neutral.svg', name: 'Neither good nor bad', value: 'neutral' },
        { icon: 'icons/bad.svg', name: 'Bad', value: 'bad' },
      ],
    },
    {
      name: 'tension',
      title: 'Tension',
      type: 'integer',
      required: true,
      default: 5,
      min: 0,
      max: 10,
      widget: 'slider',
      description: '0 is fully relaxed, 10 is the most tense you have ever been.',
    },
    { name: 'note', title: 'What happened?', type: 'text' },
    { name: 'photo', title: 'Photo', type: 'image' },
  ],
  charts: [
    {
      title: 'Moods per day',
      type: 'bar',
      buckets: 'day',
      series: [{ field: 'mood', 'bucket-function': 'tally' }],
    },
  ],
  icons: moodIcons,
};

/** No chart, no icons, and only one required field. */
export const sleepV1: DiarySchema = {
  name: 'sleep',
  version: 1,
  title: 'Sleep diary',
  fields: [
    { name: 'hours', title: 'Hours of sleep', type: 'integer', required: true, min: 0, max: 24 },
    { name: 'dream', title: 'Dream', type: 'text', default: '' },
  ],
  icons: {},
};

/** The schema that the third diary of the catalogue adds to a configuration. */
export const activityV1: DiarySchema = {
  name: 'activity',
  version: 1,
  title: 'Activity diary',
  fields: [
    { name: 'activity', title: 'Activity', type: 'text', required: true },
    { name: 'minutes', title: 'Minutes', type: 'integer', min: 0 },
  ],
  icons: {},
};
