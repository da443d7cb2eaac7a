import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useCallback, useMemo, type RefObject, useEffect, useRef, useState } from 'react';
import type { FormState } from '#form/definition/definition.ts';
import { type ShownPlace, type FrameNews, type FrameOrder, onMessage } from '../frame/messages.ts';
import type { StudioData, TreeNode } from '../studio-data.ts';
import { keysIn } from '../tree.ts';
import type { View } from '../use-view.ts';
import { FaultPanel } from './FaultPanel.tsx';
import { FormToolbar } from './FormToolbar.tsx';

const WIDTHS = { phone: 390, desktop: 1100 } as const;
const EMPTY: FormState = { answers: {}, tabs: {}, counts: {} };

export type FormPaneProps = {
  readonly data: Partial<StudioData>;
  readonly view: View;
  /** The selected node with its ancestors. */
  readonly path: readonly TreeNode[];
  readonly onChange: (change: Partial<View>) => void;
};

/** The live form as a persona, above its faults. */
export function FormPane({ data, view, path, onChange }: FormPaneProps) {
  const { personas = [], states = [], faults = [], isUsed = true, partner } = data;
  const node = path.at(-1);
  const persona = [...personas, ...states].find(({ name }) => name === view.as);
  const choose = useCallback((chosen: string) => onChange({ chosen }), [onChange]);
  const wanted = useMemo(
    () => ({ as: view.as, state: persona?.state ?? EMPTY, place: placeOf(node, view.as) }),
    [persona, node, view.as],
  );
  const { ref, isMissing } = useFrame(wanted, choose);
  return (
    <Box
      sx={{ display: 'grid', gridTemplate: 'auto auto minmax(0, 1fr) auto / minmax(0, 1fr)', minHeight: 0 }}
    >
      <FormToolbar data={data} path={path} view={view} onChange={onChange} />
      <Box>
        {isMissing && node && <NotVisibleHint node={node} data={data} as={view.as} onChange={onChange} />}
      </Box>
      {partner !== undefined && <Screen key={partner} frame={ref} partner={partner} width={view.width} />}
      {faults.length > 0 && <FaultPanel faults={faults} isUsed={isUsed} onChange={onChange} />}
    </Box>
  );
}

/** Returns the place of a node; if `as` is a path with answers, any page can show it. */
function placeOf(node: TreeNode | undefined, as: string | undefined): ShownPlace | undefined {
  const filled = as?.startsWith('/') ? as : undefined;
  if (!node) return filled === undefined ? undefined : { path: filled, elements: [] };
  const boxes = keysIn(node).map((key) => `box-${key}`);
  const isQuestion = node.kind === 'question';
  return {
    path: filled === undefined ? node.path : node.path + filled.slice(filled.indexOf('#')),
    ...(isQuestion && { key: node.id }),
    elements: isQuestion ? boxes : node.kind === 'page' ? [] : [node.id, ...boxes],
  };
}

type ScreenProps = {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly partner: string;
  readonly width: View['width'];
};

/** A frame of the chosen device width, scaled down to fit. */
function Screen({ frame, partner, width }: ScreenProps) {
  const wide = WIDTHS[width];
  const [scale, observe] = useScale(wide);
  const isPhone = width === 'phone';
  return (
    <Box
      sx={{
        p: 2,
        minHeight: 0,
        display: 'grid',
        justifyContent: 'center',
        gridTemplateColumns: `minmax(0, ${wide}px)`,
      }}
    >
      <Box
        ref={observe}
        sx={{
          position: 'relative',
          overflow: 'hidden',
          minHeight: 0,
          bgcolor: 'background.paper',
          borderRadius: isPhone ? 4 : 2,
          boxShadow: '0 0 0 1px rgb(28 27 34 / 10%), 0 8px 28px rgb(28 27 34 / 12%)',
          maxHeight: isPhone ? 844 : 'none',
        }}
      >
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, which this one talks with */}
        <iframe
          ref={frame}
          title="The form"
          src={`/studio/form?partner=${encodeURIComponent(partner)}`}
          style={{
            position: 'absolute',
            border: 0,
            width: wide,
            height: `${100 / scale}%`,
            transform: `scale(${scale})`,
            transformOrigin: '0 0',
          }}
        />
      </Box>
    </Box>
  );
}

type NotVisibleHintProps = Pick<FormPaneProps, 'data' | 'onChange'> & {
  readonly node: TreeNode;
  readonly as: string | undefined;
};

/** Hint that the selection is not visible, with personas who see it. */
function NotVisibleHint({ node, data: { personas = [] }, as, onChange }: NotVisibleHintProps) {
  const keys = new Set(keysIn(node));
  const persona = personas.find(({ name }) => name === as);
  const shown = personas.find((one) => one !== persona && one.shown.some((key) => keys.has(key)));
  return (
    <Alert
      severity="info"
      square
      action={
        shown && (
          <Button color="inherit" size="small" onClick={() => onChange({ as: shown.name })}>
            Show as {shown.title}
          </Button>
        )
      }
    >
      “{node.label}” is not on the page
      {persona ? ` for ${persona.title}` : ' with these answers'}.
    </Alert>
  );
}

/** Requested contents of the frame: answers and place. */
type FrameContents = {
  /** Persona or state; changing it restarts the form even without answers. */
  readonly as: string | undefined;
  readonly state: FormState;
  readonly place: ShownPlace | undefined;
};

/** Controls the frame; `isMissing` while the place is not on the page with these answers. */
function useFrame({ as, state, place }: FrameContents, onChoose: (key: string) => void) {
  const ref = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const clicked = useRef<string>(undefined);
  const filled = useRef('');
  const order = useCallback((message: FrameOrder): void => {
    ref.current?.contentWindow?.postMessage(message, window.location.origin);
  }, []);
  useEffect(
    () =>
      onMessage(
        () => ref.current?.contentWindow,
        ({ data: news }: MessageEvent<FrameNews>) => {
          if (news.kind === 'ready') setLoads((count) => count + 1);
          if (news.kind === 'shown') setMissing(!news.isThere);
          if (news.kind !== 'chosen') return;
          clicked.current = news.key;
          setMissing(false);
          onChoose(news.key);
        },
      ),
    [onChoose],
  );
  const answers = JSON.stringify(state);
  const target = JSON.stringify(place);
  useEffect(() => {
    if (loads === 0) return;
    const content = `${loads} ${as} ${answers}`;
    const isFilled = filled.current === content;
    if (!isFilled) order({ kind: 'fill', state });
    filled.current = content;
    setMissing(false);
    if (!place) order({ kind: 'mark', key: undefined });
    // Does not scroll to a question that was just clicked in the form.
    else if (!isFilled || place.key === undefined || place.key !== clicked.current)
      order({ kind: 'show', ...place });
    clicked.current = undefined;
    // The serialized values detect changes; the objects are new on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [loads, as, answers, target, order]);
  return { ref, isMissing };
}

/** Returns the scale at which a width fits into an element. */
function useScale(width: number): readonly [number, (element: HTMLElement | null) => (() => void) | void] {
  const [room, setRoom] = useState(width);
  const observe = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [Math.min(1, room / width), observe];
}
