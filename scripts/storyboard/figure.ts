import { together } from '#compiler/states/joined-states.ts';
import type { FormState } from '#form/definition/definition.ts';
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
  /** Whether it looks the same in another state; absent where its scene is its own. */
  readonly isKept?: (state: FormState, other: FormState) => boolean;
  /** Further words by which it is found. */
  readonly words?: readonly string[];
};

export type DrawnFigure = Figure & { readonly pictures?: Pictures | undefined };

/** Photographs figures. Those that are seen in one screen in one state are taken together. */
export async function drawFigures(
  figures: readonly Figure[],
  camera: Camera,
): Promise<readonly DrawnFigure[]> {
  const loads = loadsOf(figures);
  const taken = await camera.photograph(loads.map(({ scene }) => scene));
  const pictures = new Map(
    loads.flatMap((load, at) => load.figures.map((figure, index) => [figure, taken[at]?.[index]] as const)),
  );
  return figures.map((figure) => ({ ...figure, pictures: pictures.get(figure) }));
}

type Load = { readonly scene: Scene; readonly figures: readonly Figure[] };

/** As few page loads as show all figures: most of the time goes into them. */
function loadsOf(figures: readonly Figure[]): readonly Load[] {
  const loads: Load[] = [];
  for (const figure of figures) {
    if (!figure.scene) continue;
    const scene: Scene = { ...figure.scene, isCut: true };
    let both: Scene | undefined;
    const at = loads.findIndex((load) => (both = joinedScene(load, { ...figure, scene })) !== undefined);
    const load = loads[at];
    if (load && both) loads[at] = { scene: both, figures: [...load.figures, figure] };
    else loads.push({ scene, figures: [figure] });
  }
  return loads;
}

/** The scene of a load with one more figure in it; undefined where one of them would look otherwise. */
function joinedScene(load: Load, figure: Figure): Scene | undefined {
  const { scene } = figure;
  const { path, status, clips, state } = load.scene;
  if (!scene?.state || !state || scene.path !== path || scene.status !== status) return undefined;
  if (!figure.isKept || scene.clips.some((clip) => clips.includes(clip))) return undefined;
  const both = together(state, scene.state);
  if (!both) return undefined;
  const isKept = [...load.figures, figure].every(
    (each) => each.scene?.state && each.isKept?.(each.scene.state, both),
  );
  return isKept ? { ...load.scene, state: both, clips: [...clips, ...scene.clips] } : undefined;
}
