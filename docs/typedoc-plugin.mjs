import { Comment, Converter, ReflectionKind } from 'typedoc';

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    describeNameless(project);
    for (const page of project.documents ?? []) takeTitle(page);
    // The site prints the name of the project above it.
    const [start] = project.readme;
    start.text = start.text.replace(heading, '');
  });
}

const heading = /^# (.+)\n/;

/** A page of the guides is known by its heading instead of its file. */
function takeTitle(page) {
  page.name = heading.exec(page.content[0].text)[1];
}

/**
 * A part of an object type without a name is described with the whole, as `tls` of `ListenOptions` is: for the check it has a
 * comment. Every name that can be looked up must have one of its own.
 */
function describeNameless(project) {
  for (const reflection of project.getReflectionsByKind(ReflectionKind.All)) {
    const nameless = isNameless(reflection.parent) || isNameless(reflection.parent?.parent);
    if (nameless && !reflection.hasComment()) reflection.comment = new Comment([{ kind: 'text', text: ' ' }]);
  }
}

const isNameless = (reflection) => reflection?.kindOf(ReflectionKind.TypeLiteral) === true;
