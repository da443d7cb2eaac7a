import type { FormDefinition } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';

/** Of what is repeated, which keys are those of the first instance, which is drawn for all. */
export type InstancesShown = {
  readonly isLater: (key: string) => boolean;
  readonly first: (key: string) => string;
};

export function instancesShown({ pages }: FormDefinition): InstancesShown {
  const firsts = new Map(
    pages
      .flatMap(({ layout }) => allNodes(layout))
      .flatMap((node) => (node.kind === 'addAnother' ? [node.instances] : []))
      .flatMap(([first, ...later]) =>
        later.flatMap(({ keys }) => keys.map((key, index) => [key, first?.keys[index] ?? key] as const)),
      ),
  );
  return { isLater: (key) => firsts.has(key), first: (key) => firsts.get(key) ?? key };
}
