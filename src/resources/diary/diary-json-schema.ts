import type { JsonObject } from '../../hypermedia/document.js';
import { boundsOf, choicesOf, type DiaryField } from './diary-field.js';

/**
 * The fields as JSON Schema, draft 2020-12, for form builders and other languages. By hand: `z.toJSONSchema` would add 7 kB
 * to the diary chunk of a page.
 */
export function fieldsAsJsonSchema(title: string, fields: readonly DiaryField[]): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, property(field)])),
    required: [...new Set(fields.filter((field) => field.required === true).map((field) => field.name))],
    additionalProperties: false,
  };
}

function property(field: DiaryField): JsonObject {
  const { title, description, default: preset } = field;
  const about = {
    title,
    ...(description !== undefined && { description }),
    ...(preset != null && { default: preset }),
  };
  const value = valueJsonSchema(field);
  if (value === undefined) return field.required === true ? { ...about, type: anythingButNull } : about;
  return field.required === true ? { ...about, ...value } : { ...about, anyOf: [value, { type: 'null' }] };
}

/** `undefined` if any value is valid. */
function valueJsonSchema(field: DiaryField): JsonObject | undefined {
  switch (field.type) {
    case 'text':
      return { type: 'string' };
    case 'choice': {
      const choices = choicesOf(field);
      if (choices.length === 0) return { type: 'string' };
      const titles = new Map(choices.map(({ value, name }) => [value, name]));
      return {
        type: 'string',
        oneOf: [...titles].map(([value, title]) => ({ const: value, ...(typeof title === 'string' && { title }) })),
      };
    }
    case 'integer': {
      const { min, max } = boundsOf(field);
      return {
        type: 'integer',
        ...(min !== undefined && { minimum: min }),
        ...(max !== undefined && { maximum: max }),
      };
    }
    case 'image':
      return inlineFileSchema;
    default:
      return undefined;
  }
}

const anythingButNull = ['object', 'array', 'string', 'number', 'boolean'];

const inlineFileSchema: JsonObject = {
  type: 'object',
  properties: {
    '@type': { const: 'base64' },
    data: { type: 'string', contentEncoding: 'base64' },
    filename: { type: 'string' },
  },
  required: ['@type', 'data'],
  additionalProperties: false,
};
