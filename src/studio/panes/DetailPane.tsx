import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { StudioData, StudioExplanation, TreeNode } from '../studio-data.ts';
import { keysIn, type Marks, marksIn, nodesBelow } from '../tree.ts';
import type { View } from '../use-view.ts';
import { FaultText } from './FaultPanel.tsx';
import { Explanation } from './Explanation.tsx';
import { Part } from './Part.tsx';
import { ChangeList } from './ChangeList.tsx';
import { PersonaList } from './PersonaList.tsx';
import { PlaceLink } from './PlaceLink.tsx';

type DetailPaneProps = {
  readonly data: Partial<StudioData>;
  readonly view: View;
  readonly path: readonly TreeNode[];
  readonly marks: ReadonlyMap<string, Marks>;
  readonly onChange: (change: Partial<View>) => void;
};

/** Everything that is known of what is chosen. */
export function DetailPane({ data, view, path, marks, onChange }: DetailPaneProps) {
  const node = path.at(-1);
  return (
    <Box
      sx={{
        overflow: 'auto',
        p: 2,
        display: 'grid',
        alignContent: 'start',
        gap: 2.5,
        overflowWrap: 'anywhere',
      }}
    >
      {node ? (
        <NodeDetails node={node} data={data} view={view} path={path} marks={marks} onChange={onChange} />
      ) : (
        <Nothing data={data} onChange={onChange} />
      )}
    </Box>
  );
}

function Nothing({ data: { tree = [], changes }, onChange }: Pick<DetailPaneProps, 'data' | 'onChange'>) {
  const count = tree.flatMap(keysIn).length;
  return (
    <>
      <Box>
        <Typography variant="h2">Choose a question</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1 }}>
          Click one of the {count} questions in the form or in the tree, and read here what the files say of
          it.
        </Typography>
      </Box>
      {changes && (
        <Part title="What changed since main">
          {changes.list.length > 0 ? (
            <ChangeList changes={changes.list} onChange={onChange} />
          ) : (
            <Typography>{changes.reason ?? 'Nothing that a student would notice.'}</Typography>
          )}
        </Part>
      )}
    </>
  );
}

type NodeDetailsProps = DetailPaneProps & { readonly node: TreeNode };

function NodeDetails({ node, data, view, path, marks, onChange }: NodeDetailsProps) {
  const { faults } = marksIn(marks, node.id);
  const [first] = node.places;
  const below = new Set(nodesBelow(node).map(({ id }) => id));
  const changes =
    data.changes?.list.filter((change) => change.node !== undefined && below.has(change.node)) ?? [];
  return (
    <>
      <Box>
        <Typography sx={{ color: 'text.secondary', fontSize: '0.8125rem', mb: 0.5 }}>
          {path
            .slice(0, -1)
            .map(({ label }) => label)
            .join(' › ')}
        </Typography>
        <Typography variant="h2">{node.label}</Typography>
        <Typography sx={{ mt: 0.5, display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }} component="div">
          {node.kind === 'question' && (
            <Box component="code" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
              {node.id}
            </Box>
          )}
          {first && <PlaceLink place={first} />}
        </Typography>
      </Box>
      {faults.length > 0 && (
        <Part title="Faults">
          {faults.map((fault) => (
            <FaultText key={`${fault.line} ${fault.code} ${fault.found}`} fault={fault} />
          ))}
        </Part>
      )}
      {changes.length > 0 && (
        <Part title="What changed since main">
          <ChangeList changes={changes} onChange={onChange} />
        </Part>
      )}
      {data.explanation && isAbout(data.explanation, node) && (
        <Explanation explanation={data.explanation} onChange={onChange} />
      )}
      {data.personas && data.personas.length > 0 && (
        <Part title="Who is asked">
          <PersonaList personas={data.personas} keys={keysIn(node)} as={view.as} onChange={onChange} />
        </Part>
      )}
      {node.places.length > 1 && (
        <Part title="Where it is written">
          {node.places.map((place) => (
            <PlaceLink key={`${place.file}:${place.line}`} place={place} />
          ))}
        </Part>
      )}
    </>
  );
}

/** A section may have the name of a question, which is then what a name leads to. */
function isAbout({ subject }: StudioExplanation, { name, kind }: TreeNode): boolean {
  return subject.name === name && (subject.kind === 'question') === (kind === 'question');
}
