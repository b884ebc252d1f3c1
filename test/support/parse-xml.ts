import { createRequire } from 'node:module';

// jsdom has no types of its own.
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (xml: string, options: { contentType: string }) => { readonly window: Window };
};

/** The root of an XML document. Throws if that is not well-formed. */
export function parseXml(xml: string): Element {
  return new JSDOM(xml, { contentType: 'application/xml' }).window.document.documentElement;
}
