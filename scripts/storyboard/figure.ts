import type { Camera } from '../pictures/camera.ts';
import type { Pictures, Scene } from '../pictures/scene.ts';

/** One picture of the storyboard, in two widths, with what it shows. */
export type Figure = {
  /** Where it is: chapter, then heading. */
  readonly chapter: string;
  readonly heading: string;
  /** In words, when it looks like this. */
  readonly caption: string;
  /** The name that a colleague can be sent; it does not change with the wording of the form. */
  readonly anchor: string;
  /** Absent where there is nothing to be seen. */
  readonly scene?: Scene;
  /** Further words by which it is found. */
  readonly words?: readonly string[];
};

export type DrawnFigure = Figure & { readonly pictures?: Pictures | undefined };

/** Photographs figures. Those of one screen in one state are taken together. */
export async function drawFigures(
  figures: readonly Figure[],
  camera: Camera,
): Promise<readonly DrawnFigure[]> {
  const together = Map.groupBy(
    figures.filter(({ scene }) => scene !== undefined),
    ({ scene, anchor }) => {
      const { clips: _clips, act, ...rest } = scene ?? { clips: [] };
      return act ? anchor : JSON.stringify(rest, (_, value: unknown) => asPlain(value));
    },
  );
  const groups = [...together.values()];
  const scenes = groups.map(([first, ...more]): Scene => {
    const clips = [first, ...more].flatMap((figure) => figure?.scene?.clips ?? []);
    return { path: '/', ...first?.scene, clips, isCut: true };
  });
  const taken = await camera.photograph(scenes);
  const pictures = new Map(
    groups.flatMap((group, at) => group.map((figure, index) => [figure, taken[at]?.[index]] as const)),
  );
  return figures.map((figure) => ({ ...figure, pictures: pictures.get(figure) }));
}

function asPlain(value: unknown): unknown {
  return value instanceof Set ? [...value] : value;
}
