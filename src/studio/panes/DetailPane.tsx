import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { StudioData, TreeNode, StudioChange, StudioPersona } from '../studio-data.ts';
import { keysIn, type Marks, marksIn, nodesBelow } from '../tree.ts';
import type { View } from '../use-view.ts';
import { FaultText, PlaceLink } from './FaultPanel.tsx';
import { Entry, Explanation, Part, ShowButton } from './Explanation.tsx';
import ListItemButton from '@mui/material/ListItemButton';
import type { FormPaneProps } from './FormPane.tsx';
import { RightIcon, UnseenIcon } from '../icons.tsx';

type DetailPaneProps = FormPaneProps & { readonly marks: ReadonlyMap<string, Marks> };

/** Details of the selected node. */
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
        <Part title="Who sees it">
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

/** Distinguishes a section from a question of the same name, which takes precedence. */
function isAbout({ subject }: NonNullable<StudioData['explanation']>, { name, kind }: TreeNode): boolean {
  return subject.name === name && (subject.kind === 'question') === (kind === 'question');
}

type ChangeListProps = {
  readonly changes: readonly StudioChange[];
  readonly onChange: (change: Partial<View>) => void;
};

/** Changes since main, as in `npm run changes`; click to go there. */
function ChangeList({ changes, onChange }: ChangeListProps) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {changes.map(({ heading, sentence, node, witness }) => (
        <Entry key={`${heading.join()} ${sentence}`} color="info.main">
          <Typography sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {heading.join(' › ')}
          </Typography>
          <Typography>{sentence}</Typography>
          {(node !== undefined || witness) && (
            <ShowButton
              ml={-0.75}
              onClick={() => onChange({ chosen: node, ...(witness && { as: witness.path }) })}
            />
          )}
        </Entry>
      ))}
    </Box>
  );
}

type PersonaListProps = {
  readonly personas: readonly StudioPersona[];
  readonly keys: readonly string[];
  readonly as: string | undefined;
  readonly onChange: (change: Partial<View>) => void;
};

/** Personas that see the selection; click to use one. */
function PersonaList({ personas, keys, as, onChange }: PersonaListProps) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.25 }}>
      {personas.map(({ name, title, shown, state }) => {
        const isShownTo = keys.some((key) => shown.includes(key));
        const Icon = isShownTo ? RightIcon : UnseenIcon;
        return (
          <li key={name}>
            <ListItemButton
              dense
              disabled={!state}
              selected={name === as}
              aria-pressed={name === as}
              onClick={() => onChange({ as: name })}
              sx={{ gap: 1, alignItems: 'start', px: 1, mx: -1, borderRadius: 1 }}
            >
              <Icon
                sx={{ fontSize: 18, mt: 0.125, color: isShownTo ? 'success.main' : 'text.secondary' }}
                titleAccess={isShownTo ? 'shown' : 'not shown'}
              />
              <span>{title}</span>
            </ListItemButton>
          </li>
        );
      })}
    </Box>
  );
}
