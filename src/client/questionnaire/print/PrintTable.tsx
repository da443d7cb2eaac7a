import { createElement } from 'react';
import { useFormScope } from '../form-scope.ts';
import { InTableContext, usePrintLines, type PrintLines } from './print-lines.ts';

/** One instance of a repeated block: the keys of its questions, in the same order in each. */
type Row = { readonly n: number; readonly keys: readonly string[] };

/** Repeated blocks of a few questions, one below the other. A question that nobody answered has no column. */
export function PrintTable({ rows }: { readonly rows: readonly Row[] }) {
  const { store } = useFormScope();
  const columns = answeredColumns(rows, usePrintLines());
  return (
    <table className="print-table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="print-label">
              {store.question(rows[0]?.keys[column] ?? '')?.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ n, keys }) => (
          <tr key={n}>
            {columns.map((column) => (
              <Cell key={column} question={keys[column] ?? ''} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ question: key }: { readonly question: string }) {
  const { store, questionView } = useFormScope();
  const question = store.question(key);
  return (
    <td data-question={key} data-label={question?.label}>
      <InTableContext value>{question && createElement(questionView, { question })}</InTableContext>
    </td>
  );
}

/** The places of the questions that are answered in any row. */
function answeredColumns(rows: readonly Row[], lines: PrintLines): readonly number[] {
  const places = rows[0]?.keys.map((_key, place) => place) ?? [];
  return places.filter((place) => rows.some(({ keys }) => lines.has(keys[place] ?? '')));
}
