import { Comment, Converter, ReflectionKind } from 'typedoc';

/**
 * A part of an object type without a name is described with the whole, as `tls` of `ListenOptions` is: for the check it has a
 * comment. Every name that can be looked up must have one of its own.
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const one of project.getReflectionsByKind(ReflectionKind.All)) {
      const nameless = isNameless(one.parent) || isNameless(one.parent?.parent);
      if (nameless && !one.hasComment()) one.comment = new Comment([{ kind: 'text', text: ' ' }]);
    }
  });
}

const isNameless = (reflection) => reflection?.kindOf(ReflectionKind.TypeLiteral) === true;
