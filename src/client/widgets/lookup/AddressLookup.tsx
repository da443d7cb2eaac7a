import { LookupBox } from './LookupBox.tsx';
import { isRecord } from '#form/definition/own-property.ts';
import type { WidgetProps } from '../widget.ts';

/** Address line. The list opens only with results; until then `ui:needs` explains the search. */
export function AddressLookup(props: WidgetProps) {
  return <LookupBox widget={props} needs={neededFor(props)} keepsTyped />;
}

/** Returns the `ui:needs` text; undefined if another country is chosen. */
function neededFor({ question, lookup }: WidgetProps): string | undefined {
  const needs: unknown = question.ui['needs'];
  if (!isRecord(needs) || typeof needs['text'] !== 'string') return undefined;
  const chosen = lookup?.country();
  const isOfAll = needs['country'] === undefined || chosen === undefined;
  return isOfAll || chosen === needs['country'] ? needs['text'] : undefined;
}
