/** The fixed words of documented paths. Any other part of a path may be an id, so no message or log shows it. */
export const pathWords: ReadonlySet<string> = new Set(
  [
    'api 2 c p items aux client professional id activation merge groups roles relations diary configuration entries',
    'schemas catalogue tools module planning ics tasks conversations changes export cancel download archive labels',
    'apiusers carelink hl7 errorlog clientaccess accesslog',
  ]
    .join(' ')
    .split(' '),
);
